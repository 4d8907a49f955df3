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
  /** The sentence of the text that it came from. */
  source: string | null;
  /** The front of a card of the deck that it nearly repeats. */
  duplicateOf: string | null;
}

/** Cards of a generation that a deck has gained. */
export interface Insertion {
  deckId: number;
  inserted: number;
  at: Date;
}

export interface Generation {
  id: number;
  ownerId: number;
  state: GenerationState;
  /** Cards asked for. */
  asked: number;
  provider: ProviderName;
  /** Whether the embedded generator replaced the model because its budget was spent; such cards cost no prompt. */
  isFallback: boolean;
  /** Seconds that it is expected to take. */
  expectedSeconds: number;
  /** First words of the text. */
  title: string;
  cards: readonly GeneratedCard[];
  /** Questions that were left out, because a card asks them already. */
  repeats: readonly string[];
  /** Whether the deadline came before the last card. */
  isCut: boolean;
  failure: Failure | null;
  /** The month in whose quota it is counted, whenever it ends; as YYYY-MM. */
  month: string;
  insertions: readonly Insertion[];
  /** The request that began it, for its repeats; null without an Idempotency-Key. */
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

/** The first words of a text, for lists. */
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

/** Whether it used a prompt of its month; a running one holds a prompt. */
export const counts = ({ state, isFallback }: Pick<Generation, 'state' | 'isFallback'>): boolean =>
  state !== 'failed' && !isFallback;

/** How a run ended. */
export type Outcome = Pick<Generation, 'cards' | 'repeats' | 'isCut'> | { failure: Failure };

export const ended = (generation: Generation, outcome: Outcome): Generation =>
  'cards' in outcome
    ? { ...generation, ...outcome, state: 'ready' }
    : { ...generation, state: 'failed', cards: [], failure: outcome.failure };

/** Why there are fewer cards than were asked for: no time for more, or no more in the text. */
export type Shortfall = 'time' | 'text';

export const shortfallOf = ({ state, cards, asked, isCut }: Generation): Shortfall | null =>
  state !== 'ready' || cards.length >= asked ? null : isCut ? 'time' : 'text';

export const insertionInto = ({ insertions }: Generation, deckId: number): Insertion | undefined =>
  insertions.find((insertion) => insertion.deckId === deckId);

/** The cards to insert: those that were chosen, at most as many as were generated, or all as they are. */
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
