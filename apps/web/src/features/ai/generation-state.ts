import { cleanTexts } from '../../shared/format/clean-texts.ts';
import type { GenerationPartsFragment } from './generation.generated.ts';

/** Destination of the cards: straight into the deck, or a preview first. */
export type Mode = 'direct' | 'preview';

export interface Target {
  deckId: string;
  title: string;
}

/** A generated card as the learner leaves it. */
export interface Pair {
  id: string;
  question: string;
  answer: string;
  source: string | null;
  duplicateOf: string | null;
  /** False once it is left out. */
  isKept: boolean;
}

interface Generated {
  generationId: string;
  pairs: readonly Pair[];
  /** Cards of this generation that the target already has; `null` for none. */
  insertedBefore: number | null;
  /** Requested number of cards. */
  asked: number;
  /** Questions that were left out, because a card asks them already. */
  repeats: readonly string[];
  /** Why there are fewer cards than requested. */
  shortfall: GenerationPartsFragment['shortfall'];
  /** Whether the built-in generator replaced the model, without counting a prompt. */
  isFallback: boolean;
}

export type GenerationStep =
  | { step: 'text'; target: Target | null; error: string | null }
  | { step: 'running'; target: Target; mode: Mode; generation: GenerationPartsFragment | null }
  | ({ step: 'preview'; target: Target; error: string | null } & Generated)
  | ({ step: 'inserting'; target: Target; mode: Mode } & Generated);

export type GenerationEvent =
  /** Anew for a text other than that of the generated cards. */
  | { type: 'opened'; target: Target | null; isAnew?: boolean }
  | { type: 'requested'; target: Target; mode: Mode }
  | { type: 'received'; generation: GenerationPartsFragment }
  | { type: 'failed'; message: string }
  | { type: 'changed'; pair: Pair }
  | { type: 'all-changed'; isKept: boolean }
  | { type: 'insert-requested' }
  | { type: 'inserted' }
  | { type: 'left' };

export const firstStep: GenerationStep = { step: 'text', target: null, error: null };

const withText = (target: Target | null, error: string | null = null): GenerationStep => ({
  step: 'text',
  target,
  error,
});

function generatedOf(
  { id, asked, cards, insertions, isFallback, repeats, shortfall }: GenerationPartsFragment,
  { deckId }: Target,
): Generated {
  const before = insertions.find((insertion) => insertion.deckId === deckId);
  return {
    generationId: id,
    pairs: cards.map((card) => ({ ...card, isKept: true })),
    insertedBefore: before?.inserted ?? null,
    asked,
    repeats,
    shortfall,
    isFallback,
  };
}

type Running = Extract<GenerationStep, { step: 'running' }>;

function afterReceived(state: Running, generation: GenerationPartsFragment): GenerationStep {
  const { target, mode } = state;
  if (generation.state !== 'READY') return { ...state, generation };
  const generated = generatedOf(generation, target);
  return mode === 'direct'
    ? { step: 'inserting', target, mode, ...generated }
    : { step: 'preview', target, error: null, ...generated };
}

/** Returns the step after a failure: the text, or the cards that could not be inserted. */
function afterFailure(state: GenerationStep, message: string): GenerationStep {
  if (state.step === 'inserting') {
    const { mode: _mode, ...kept } = state;
    return { ...kept, step: 'preview', error: message };
  }
  return state.step === 'preview' ? { ...state, error: message } : withText(state.target, message);
}

const replaced = (pairs: readonly Pair[], pair: Pair) =>
  pairs.map((old) => (old.id === pair.id ? pair : old));

/** Returns the step after an event; pure. Ignores events that do not belong to the step. */
export function evolve(state: GenerationStep, event: GenerationEvent): GenerationStep {
  switch (event.type) {
    case 'opened':
      if (state.step === 'preview' && event.isAnew) return withText(event.target ?? state.target);
      return state.step === 'text' ? withText(event.target ?? state.target, state.error) : state;
    case 'requested':
      return { step: 'running', target: event.target, mode: event.mode, generation: null };
    case 'received':
      return state.step === 'running' ? afterReceived(state, event.generation) : state;
    case 'failed':
      return afterFailure(state, event.message);
    case 'changed':
      return state.step === 'preview' ? { ...state, pairs: replaced(state.pairs, event.pair) } : state;
    case 'all-changed':
      if (state.step !== 'preview') return state;
      return { ...state, pairs: state.pairs.map((pair) => ({ ...pair, isKept: event.isKept })) };
    case 'insert-requested':
      if (state.step !== 'preview') return state;
      return { ...state, step: 'inserting', mode: 'preview' };
    case 'inserted':
    case 'left':
      return withText(state.target);
  }
}

export const keptOf = (pairs: readonly Pair[]) => pairs.filter(({ isKept }) => isKept);

/** Pairs that are kept, as input of the mutation. */
export const chosenOf = (pairs: readonly Pair[]) =>
  keptOf(pairs).map(({ question, answer }) => cleanTexts({ question, answer }));
