import { plural, t } from '@lingui/core/macro';
import { generation } from '@kumbuka/contracts/constants';
import { errorCode, messageOf } from '../../shared/apollo/errors.ts';
import type { Plan } from '../../shared/plan/plan.ts';
import type { Mode, Pair } from './generation-state.ts';
import type { PageWithoutText } from './read-pdf.ts';
import { listLabel, numberLabel } from '../../shared/format/format.ts';

export const quotaSpent = () => t`Free quota exhausted. Please upgrade to continue generating cards.`;
export const insertFailed = () => t`Insert failed. Please try again.`;
const failed = (): Record<Mode, string> => ({
  direct: t`Generation failed. Please try again.`,
  preview: t`Preview failed. Please try again.`,
});

const inCharacters = (text: string) => [...text].length;
const { minTextLength, maxTextLength, cardSide } = generation;
const inWords = (count: number) => numberLabel(count);

/** Whether a text has an accepted length. */
export function isUsable(text: string): boolean {
  return inCharacters(text.trim()) >= minTextLength && inCharacters(text) <= maxTextLength;
}

function promptsText({ isActive, prompts }: Plan): string {
  if (isActive) return t`Your plan has no limit of prompts.`;
  if (!prompts || prompts.remaining === null) return ' ';
  if (prompts.remaining === 0) return t`No free prompts are left this month.`;
  return t`Uses 1 of your ${plural(prompts.remaining, { one: '# free prompt', other: '# free prompts' })} left this month.`;
}

/** Hint below the text field. */
export function textHint(text: string, plan: Plan): string {
  const length = inCharacters(text.trim());
  if (length < minTextLength) return t`At least ${minTextLength} characters (${length} so far).`;
  const all = inCharacters(text);
  if (all > maxTextLength) return t`At most ${inWords(maxTextLength)} characters (${inWords(all)} so far).`;
  return promptsText(plan);
}

/** Cuts a text to the maximum length, between characters. */
export const cutText = (text: string): string => [...text].slice(0, maxTextLength).join('');

/** Whether an error means that the quota is used up, by its code or by its words. */
export const isPaywall = (error: unknown, message: string): boolean =>
  errorCode(error) === 'PAYWALL' || /paywall|quota|payment required|\b402\b/i.test(message);

/** Message of a failed call: the server's sentence where it has one. */
export const failureText = (error: unknown, mode: Mode): string => messageOf(error, failed()[mode]);

export const fallbackNote = () =>
  t`Today's AI budget is used up, so our built-in generator made the cards. No prompt was counted.`;

interface Left {
  asked: number;
  shortfall: 'TIME' | 'TEXT' | null;
}

/** Why there are fewer cards than requested; `null` when there are not. */
export function shortfallNote(made: number, { asked, shortfall }: Left): string | null {
  if (shortfall === null) return null;
  return shortfall === 'TIME'
    ? t`Your text gave ${plural(made, { one: '# card', other: '# cards' })} of ${asked}, because time ran out. Split the text to get more.`
    : t`Your text gave ${plural(made, { one: '# card', other: '# cards' })} of ${asked}: it has no more sentences or pairs that make a clear question.`;
}

interface Generated extends Left {
  pairs: readonly unknown[];
  repeats: readonly string[];
}

const namedRepeats = 3;

/** Names missing cards to a learner who inserted without a preview. */
export function leftOutNote(generated: Generated): string {
  const { pairs, repeats } = generated;
  const first = repeats.slice(0, namedRepeats).join(', ');
  const names = repeats.length > namedRepeats ? t`${first} and ${repeats.length - namedRepeats} more` : first;
  const named = t`${plural(repeats.length, { one: 'Left out as a repeat', other: 'Left out as repeats' })}: ${names}`;
  return [shortfallNote(pairs.length, generated), repeats.length > 0 ? named : null]
    .filter((each) => each !== null)
    .join(' ');
}

/** Sentence before the list of questions that were left out. */
export const repeatsNote = (repeats: number): string =>
  t`${plural(repeats, { one: '# repeat was', other: '# repeats were' })} left out, because a card already asks it:`;

/** Sentences by the code with which a generation failed, equal to those of the server. */
const endings: Readonly<Record<string, () => string>> = {
  GENERATION_EMPTY: () =>
    t`No cards could be made from this text. It needs whole sentences, questions with answers or a list of pairs.`,
  GENERATION_FAILED: () => t`The cards could not be generated. No prompt was used; please try again.`,
  GENERATION_TIMEOUT: () => t`The cards took too long to generate. No prompt was used; please try again.`,
};

/** Text for a generation that ended without cards. */
export const failureOfGeneration = (code: string | null, mode: Mode): string =>
  endings[code ?? '']?.() ?? failed()[mode];

/** Reason why a pair cannot be inserted. */
export function pairError({ question, answer }: Pick<Pair, 'question' | 'answer'>): string | null {
  if (question.trim() === '' || answer.trim() === '') return t`Both question and answer are required.`;
  const isLong = [question, answer].some((side) => inCharacters(side) > cardSide);
  return isLong ? t`Each side can have at most ${inWords(cardSide)} characters.` : null;
}

/** Label as the specification has it, also for one card. */
export const insertLabel = (kept: number): string => t`Insert ${kept} Cards`;

/** Text about the current step. */
export const busyText = (asked: number, expectedSeconds: number): string =>
  t`Writing ${plural(asked, { one: '# card', other: '# cards' })} from your text. This usually takes about ${plural(Math.max(1, expectedSeconds), { one: '# second', other: '# seconds' })}.`;

const pagesNamed = 5;

function pagesLabel(pages: readonly number[]): string {
  const more = pages.length - pagesNamed;
  return listLabel([...pages.slice(0, pagesNamed).map(String), ...(more > 0 ? [t`${more} more`] : [])]);
}

const scansNote = (pages: readonly number[]): string =>
  pages.length === 1
    ? t`Page ${pages[0] ?? ''} has no text: it may be a scan.`
    : t`Pages ${pagesLabel(pages)} have no text: they may be scans.`;

const shapesNote = (pages: readonly number[]): string =>
  pages.length === 1
    ? t`Page ${pages[0] ?? ''} has no text: its letters may be drawn as shapes.`
    : t`Pages ${pagesLabel(pages)} have no text: their letters may be drawn as shapes.`;

/** Names the pages of a PDF that gave no text, because their cards are missing. */
export function withoutTextNotes(pages: readonly PageWithoutText[]): string[] {
  const numbersOf = (look: PageWithoutText['look']) =>
    pages.filter((page) => page.look === look).map(({ number }) => number);
  const [scans, shapes] = [numbersOf('scan'), numbersOf('shapes')];
  return [
    ...(scans.length > 0 ? [scansNote(scans)] : []),
    ...(shapes.length > 0 ? [shapesNote(shapes)] : []),
  ];
}
