import { isTokenEnded, storeToken } from '../../../shared/auth/token.ts';
import { wasDemo } from '../../../shared/auth/demo-note.ts';
import { loginCodeTexts } from '../code-texts.ts';
import { logIn, type Verification } from '../flows.ts';
import { loginErrors, type LoginValues } from '../rules.ts';
import { runCodeStep } from './code-step.ts';
import { partOf, showPart, stepsOf } from './elements.ts';
import { enter } from './enter.ts';
import { runForm, type PageForm } from './page-form.ts';
import { passwordChanged } from './password-changed.ts';
import { startPage, type AccountPage, type AccountPageTexts } from './start-page.ts';

/** Why the learner is here. */
function showNote() {
  if (passwordChanged.read()) showPart(document, 'note-password-changed');
  else if (isTokenEnded()) showPart(document, wasDemo() ? 'note-demo' : 'note-ended');
  passwordChanged.forget();
}

/** Runs the sign-in: password first, then the code where one is needed. */
export function runLogin({ api, leave, signal }: AccountPage) {
  const password = partOf<HTMLFormElement>(document, 'password-form');
  const steps = stepsOf(password);
  const code = steps.second;
  const show = (step: 'password' | 'code') => {
    const isCode = step === 'code';
    steps.show(isCode);
    if (isCode) for (const note of ['note-ended', 'note-demo'] as const) showPart(document, note, false);
  };
  const showCode = runCodeStep(code, {
    api,
    texts: loginCodeTexts(),
    signal,
    onSkipped: () => show('password'),
    onVerified: (verified, { email }) => enter(verified, email, leave),
  });
  const askForCode = (verification: Verification) => {
    form.write('password', '');
    showCode(verification);
    show('code');
    code.querySelector<HTMLInputElement>('input[name="code"]')?.focus();
  };
  const form: PageForm = runForm<LoginValues>(password, {
    validate: loginErrors,
    signal,
    onSubmit: async ({ email, password: typed }) => {
      const credentials = { email: email.trim(), password: typed };
      const outcome = await logIn(api, credentials);
      if (outcome.kind === 'error') return form.fail(outcome.message);
      if (outcome.kind === 'code') return askForCode({ ...credentials, ...outcome, signUpProof: null });
      storeToken(outcome.token);
      leave('/dashboard');
    },
  });
  partOf(code, 'other-email').addEventListener(
    'click',
    () => {
      show('password');
      form.field('email').focus();
    },
    { signal },
  );
  showNote();
}

export const start = (texts: AccountPageTexts) => startPage(texts, runLogin, { isForVisitors: true });
