import { randomUUID } from 'node:crypto';
import { pause } from '../checks.ts';
import type { DeckWithCards, Learner } from '../learner.ts';

/** What learners saw while something was wrong. */
export interface Seen {
  /** Milliseconds of every call. */
  times: number[];
  /** How often each status came; 0 is a call without an answer. */
  statuses: Map<number, number>;
}

export interface Load {
  /** What was seen since the last call of it. */
  take(): Seen;
  /** Milliseconds since the last call that failed; Infinity when none did since take(). */
  quietForMs(): number;
  /** Ends when everything that was begun is acknowledged. */
  stop(): Promise<void>;
  /** Acknowledged by now. */
  answers(): number;
  decks(): Map<number, number>;
}

const emptySeen = (): Seen => ({ times: [], statuses: new Map() });
const isDone = (status: number) => status >= 200 && status < 300;
const betweenCallsMs = 60;
const beforeRepeatMs = 150;

/**
 * Learners who answer, make decks and read. What was not acknowledged is sent again with the same name or key until it
 * is, as the web does it.
 */
export function startLoad(learners: readonly { learner: Learner; deck: DeckWithCards }[]): Load {
  let seen = emptySeen();
  let failedAt = -Infinity;
  let isOver = false;
  let answers = 0;
  const decks = new Map(learners.map(({ learner }) => [learner.id, 1]));

  async function once(call: () => Promise<{ status: number }>): Promise<boolean> {
    const began = performance.now();
    const status = await call().then(
      (answer) => answer.status,
      () => 0,
    );
    seen.times.push(performance.now() - began);
    seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
    if (!isDone(status)) failedAt = performance.now();
    return isDone(status);
  }

  async function untilDone(call: () => Promise<{ status: number }>) {
    while (!(await once(call))) await pause(beforeRepeatMs);
  }

  async function study({ learner, deck }: { learner: Learner; deck: DeckWithCards }) {
    for (let n = 0; !isOver; n++) {
      const answer = {
        deck_id: deck.deckId,
        flashcard_id: deck.cardIds[n % deck.cardIds.length],
        was_correct: n % 3 > 0,
        time_spent: 0.1,
        client_event_id: randomUUID(),
      };
      await untilDone(() => learner.call('POST', '/progress', answer));
      answers++;
      await once(() => learner.call('GET', '/decks'));
      if (n % 5 === 4) {
        const key = { 'idempotency-key': randomUUID() };
        const fields = {
          title: `Drill ${n}`,
          description: 'For drills',
          subject: 'Trials',
          category: 'General',
          difficulty: 3,
        };
        await untilDone(() => learner.call('POST', '/decks', fields, key));
        decks.set(learner.id, (decks.get(learner.id) ?? 0) + 1);
      }
      await pause(betweenCallsMs);
    }
  }

  const running = learners.map(study);
  return {
    take() {
      const taken = seen;
      seen = emptySeen();
      return taken;
    },
    quietForMs: () => performance.now() - failedAt,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
    answers: () => answers,
    decks: () => decks,
  };
}
