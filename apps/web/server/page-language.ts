import type { Language } from '@kumbuka/contracts';

/** Texts of `index.html` that are read before the client runs, or without JavaScript, with their Kiswahili. */
const kiswahili: readonly (readonly [english: string, kiswahili: string])[] = [
  ['<html lang="en"', '<html lang="sw"'],
  [
    'Make flashcards, answer from memory, and let the schedule bring each card back just before you would forget it.',
    'Tengeneza kadi, jibu kwa kukumbuka, na uache ratiba irudishe kila kadi kabla tu hujaisahau.',
  ],
  [
    'Five AI prompts a month are free. KES 100 a month by M-Pesa lifts the limit.',
    'Maombi matano ya AI kwa mwezi ni bure. KES 100 kwa mwezi kwa M-Pesa huondoa kikomo.',
  ],
  ['Kumbuka needs JavaScript to show your cards.', 'Kumbuka inahitaji JavaScript ili kuonyesha kadi zako.'],
];

/** English texts wrap where the formatter wraps them. */
const patternOf = (text: string) =>
  new RegExp(
    text
      .split(' ')
      .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join(String.raw`\s+`),
    'g',
  );
const replacements = kiswahili.map(([english, text]) => [patternOf(english), text] as const);

/** Translates the page. */
export const inLanguage = (html: string, language: Language): string =>
  language === 'sw'
    ? replacements.reduce((page, [english, text]) => page.replaceAll(english, text), html)
    : html;
