import { ValidationFailed, type generationProviders } from '@kumbuka/contracts';
import { GenerationNotReady } from './errors.ts';
import type { Failure } from './failure.ts';

export type ProviderName = (typeof generationProviders)[number];
export const generationStates = ['running', 'ready', 'failed'] as const;
export type GenerationState = (typeof generationStates)[number];

export interface CardText {
  question: string;
  answer: string;
}

export interface GeneratedCard extends CardText {
  id: string;
  /** Source sentence of the text. */
  source: string | null;
  /** Front of a card in the deck that nearly equals the question. */
  duplicateOf: string | null;
}

/** Insertion of cards into a deck. */
export interface Insertion {
  deckId: number;
  inserted: number;
  at: Date;
}

export interface Generation {
  id: number;
  ownerId: number;
  state: GenerationState;
  /** Number of requested cards. */
  asked: number;
  provider: ProviderName;
  /** Whether the embedded generator replaced the model because its budget was spent; such cards cost no prompt. */
  isFallback: boolean;
  expectedSeconds: number;
  /** First words of the text. */
  title: string;
  cards: readonly GeneratedCard[];
  /** Questions that were left out because another card has them. */
  repeats: readonly string[];
  /** Whether the deadline ended the run before the last card. */
  isCut: boolean;
  failure: Failure | null;
  /** Month of the quota that it counts in, as YYYY-MM: the month of its start. */
  month: string;
  insertions: readonly Insertion[];
  /** Name of the request that started it, the same for each retry; `null` without an Idempotency-Key. */
  requestName: string | null;
  createdAt: Date;
}

/** Run that makes the cards of a generation; only it may add cards and end the generation. */
export interface Run {
  id: number;
  ownerId: number;
  runner: string;
}

const titleLength = 80;

/** Returns the first words of a text, for lists. */
function titleOf(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  const characters = [...line];
  if (characters.length <= titleLength) return line;
  return `${characters
    .slice(0, titleLength)
    .join('')
    .replace(/\s+\S*$/, '')}…`;
}

export interface GenerationStart extends Pick<
  Generation,
  'id' | 'ownerId' | 'asked' | 'provider' | 'expectedSeconds' | 'month' | 'requestName'
> {
  text: string;
  at: Date;
}

export const startedGeneration = ({ text, at, ...start }: GenerationStart): Generation => ({
  ...start,
  state: 'running',
  isFallback: false,
  title: titleOf(text),
  cards: [],
  repeats: [],
  isCut: false,
  failure: null,
  insertions: [],
  createdAt: at,
});

/** Whether a generation uses a prompt of its month, which it does while it runs. */
export const counts = ({ state, isFallback }: Pick<Generation, 'state' | 'isFallback'>): boolean =>
  state !== 'failed' && !isFallback;

/** How a run ended. */
export type Outcome = Pick<Generation, 'cards' | 'repeats' | 'isCut'> | { failure: Failure };

export const ended = (generation: Generation, outcome: Outcome): Generation =>
  'cards' in outcome
    ? { ...generation, ...outcome, state: 'ready' }
    : { ...generation, state: 'failed', cards: [], failure: outcome.failure };

/** Why there are fewer cards than requested: the time or the text did not suffice. */
export type Shortfall = 'time' | 'text';

export function shortfallOf({ state, cards, asked, isCut }: Generation): Shortfall | null {
  if (state !== 'ready' || cards.length >= asked) return null;
  return isCut ? 'time' : 'text';
}

export const insertionInto = ({ insertions }: Generation, deckId: number): Insertion | undefined =>
  insertions.find((insertion) => insertion.deckId === deckId);

/** Returns the cards to insert: the chosen ones, or all as generated. Throws for more cards than were generated. */
export function cardsToInsert(
  generation: Generation,
  chosen: readonly CardText[] | null,
): readonly CardText[] {
  if (generation.state !== 'ready') throw new GenerationNotReady();
  if (chosen !== null && chosen.length > generation.cards.length)
    throw new ValidationFailed([
      { path: 'cards', message: `Must have at most ${generation.cards.length} items.` },
    ]);
  return chosen ?? generation.cards;
}

export const withInsertion = (generation: Generation, insertion: Insertion): Generation =>
  insertionInto(generation, insertion.deckId)
    ? generation
    : { ...generation, insertions: [...generation.insertions, insertion] };
