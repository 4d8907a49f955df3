import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';
import { isNewEmail } from '@kumbuka/text';
import type { FormErrors } from '../../../shared/hooks/use-form.ts';
import type { CreateDemoUsersInput } from './demo-tab.generated.ts';

export type DemoValues = {
  count: string;
  prefix: string;
  emailDomain: string;
  expiresIn: string;
  password: string;
  starterDecks: string;
  studyHistory: string;
};

export const demoDefaults: DemoValues = {
  count: '10',
  prefix: 'class9',
  emailDomain: 'demo.example',
  expiresIn: '90',
  password: '',
  starterDecks: '0',
  studyHistory: 'no',
};

const prefixPattern = /^[a-z0-9][a-z0-9._-]{0,29}$/;

const isWithin = (text: string, min: number, max: number) =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;

function passwordError(password: string): string | undefined {
  const isShort = password !== '' && [...password].length < limits.minPasswordLength;
  return isShort ? t`Password must be at least ${limits.minPasswordLength} characters` : undefined;
}

export function demoErrors(values: DemoValues): FormErrors<DemoValues> {
  const { count, prefix, emailDomain, expiresIn, password } = values;
  const wrongPassword = passwordError(password);
  return {
    ...(isWithin(count, 1, 1_000) ? {} : { count: t`Enter a whole number from 1 to 1,000` }),
    ...(prefixPattern.test(prefix)
      ? {}
      : { prefix: t`Lowercase letters, digits, dots, dashes, underscores` }),
    ...(isNewEmail(`a@${emailDomain.trim()}`)
      ? {}
      : { emailDomain: t`Enter a domain, such as demo.example` }),
    ...(expiresIn.trim() === '' || isWithin(expiresIn, 0, 365)
      ? {}
      : { expiresIn: t`Enter 1 to 365 days, or 0 for no expiry` }),
    ...(wrongPassword === undefined ? {} : { password: wrongPassword }),
  };
}

/** Input of the mutation: an expiry only if it is a number other than 0, a password only if there is one. */
export function demoInput(values: DemoValues): CreateDemoUsersInput {
  const { count, prefix, emailDomain, expiresIn, password, starterDecks, studyHistory } = values;
  const days = Number(expiresIn);
  const decks = Number(starterDecks);
  return {
    count: Number(count),
    prefix,
    emailDomain: emailDomain.trim(),
    ...(days > 0 ? { expiresInDays: days } : {}),
    ...(password === '' ? {} : { password }),
    ...(decks > 0 ? { starterDecks: decks, studyHistory: studyHistory === 'yes' } : {}),
  };
}
