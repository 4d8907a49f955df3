import type { Language } from '@kumbuka/contracts';
import type { DueStudy } from '../../use-cases/ports.ts';
import { english, type MailWords } from './words/english.ts';
import { kiswahili } from './words/kiswahili.ts';

export const wordsIn: Record<Language, MailWords> = { en: english, sw: kiswahili };

/** Text of a notification. */
const pushWords =
  ({ language, due }: MailWords) =>
  (study: DueStudy) => ({
    language,
    title: due.cards(study.cards),
    body: due.minutes(study.minutes),
  });
export const pushWordsIn: Record<Language, ReturnType<typeof pushWords>> = {
  en: pushWords(english),
  sw: pushWords(kiswahili),
};
