import { advance, type Advance } from '../advance.ts';
import type { CardRef } from '../card/card.ts';
import type { SessionTurns } from '../session/turn.ts';
import type { NamedEntry } from './answer-outcome.ts';
import type { SubmittedAnswer } from './submitted-answer.ts';

/** Data fetched from decks and the log because the state lacked it; `null` means that it does not exist. */
export interface AnswerContext {
  cards: Map<number, CardRef | null>;
  decks: Map<number, { deckVersion: number } | null>;
  /** `null` until fetched. */
  log: LoggedBefore | null;
}

/** Log entries that some answers may repeat. */
export interface LoggedBefore {
  /** Answers by client event id. */
  named: ReadonlyMap<string, NamedEntry>;
  /** Turns of the same sessions and cards. */
  turns: SessionTurns;
}

export const emptyContext = (): AnswerContext => ({ cards: new Map(), decks: new Map(), log: null });

export const namesOf = (answers: readonly SubmittedAnswer[]): string[] =>
  answers.flatMap(({ clientEventId }) => (clientEventId === undefined ? [] : [clientEventId]));

/** Adds the fetched decks and cards to the state. */
export function addContext(begun: Advance, { decks, cards }: AnswerContext, at: Date): Advance {
  const entries = [
    ...[...decks].flatMap(([deckId, deck]) =>
      deck ? [{ kind: 'deck-added', deckId, deckVersion: deck.deckVersion } as const] : [],
    ),
    ...[...cards.values()].flatMap((card) => (card ? [{ kind: 'card-added', card } as const] : [])),
  ];
  return entries.reduce((work, entry) => advance(work, entry, at), begun);
}
