import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryAfterOf } from '../apollo/errors.ts';
import { chooseSavingData } from '../browser/idle.ts';
import { learnServerTime } from '../browser/server-clock.ts';
import { createAnswerQueue } from './answer-queue.ts';
import type { AnswerSender, QueueEvent } from './answer-sending.ts';
import { changeWithServerTime } from './answer-times.ts';
import { keyOf } from '../offline/outbox.ts';
import { reportNetwork } from '../offline/known.ts';
import type { QueuedAnswer, QueuedChange } from '../offline/queued.ts';
import { unsentAnswers } from '../offline/unsent.ts';

class Transient extends Error {}
class Refused extends Error {
  code: string;
  constructor(code = 'REFUSED') {
    super(code);
    this.code = code;
  }
}

const anAnswer = (clientEventId: string): Omit<QueuedAnswer, 'kind'> => ({
  clientEventId,
  deckId: '1',
  flashcardId: clientEventId,
  wasCorrect: true,
  timeSpentMinutes: 0.1,
  sessionId: 's1',
  sessionDeckId: '1',
  answeredAt: '2026-11-21T09:00:00.000Z',
});

const refused = (code: string, message: string, more: object) =>
  new CombinedGraphQLErrors({ errors: [{ message, extensions: { code, ...more } }] });
/** The response of a proxy that is asked to wait for a server. */
const served = (retryAfter: string | null) =>
  new ServerError('Busy', {
    response: new Response('', {
      status: 503,
      headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
    }),
    bodyText: '',
  });

const taken = (answers: QueuedAnswer[]) =>
  answers.map(({ clientEventId }) => ({ clientEventId, errorCode: null, schedule: 'planned' }));

function aQueue(
  sender: Partial<AnswerSender<string>> = {},
  options: Partial<Parameters<typeof createAnswerQueue<string>>[0]> = {},
) {
  const record = vi.fn(sender.record ?? (async (answers: QueuedAnswer[]) => taken(answers)));
  const undo = vi.fn(sender.undo ?? (async () => {}));
  const finish = vi.fn(sender.finish ?? (async () => 10));
  const onRefused = vi.fn();
  const queue = createAnswerQueue<string>({
    userId: '7',
    sender: {
      record,
      undo,
      finish,
      timed: sender.timed ?? (async (change) => change),
      change: sender.change ?? (async () => ({ ids: new Map(), versions: new Map() })),
    },
    isTransient: (error) => error instanceof Transient,
    isFault: () => false,
    codeOf: (error) => (error instanceof Refused ? error.code : null),
    refusalOf: () => ({ code: 'REFUSED', message: null, current: null }),
    onRefused,
    retryDelay: () => 5,
    ...options,
  });
  const events: QueueEvent<string>[] = [];
  queue.subscribe((event) => events.push(event));
  running.push(queue);
  queue.start();
  /** Sends what is left. Resolves with whether nothing is left within `withinMs`. */
  const settled = async (withinMs: number) => {
    const isLeft = () => localStorage.getItem(keyOf('7')) !== null;
    const until = Date.now() + withinMs;
    queue.retry();
    while (isLeft() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
    return !isLeft();
  };
  return { queue: { ...queue, settled }, record, undo, finish, events, onRefused };
}

const running: { stop: () => void }[] = [];
afterEach(() => {
  running.splice(0).forEach(({ stop }) => stop());
  vi.useRealTimers();
});

describe('the outgoing answers', () => {
  it('are stored under the user before they are sent, and removed once the server accepted them', async () => {
    const { queue, record, events } = aQueue();
    void queue.add(anAnswer('a'));
    expect(unsentAnswers('7')).toBe(1);
    expect(unsentAnswers('8')).toBe(0);
    expect(await queue.settled(500)).toBe(true);
    expect(record).toHaveBeenCalledTimes(1);
    expect(unsentAnswers('7')).toBe(0);
    expect(events).toEqual([
      {
        type: 'outcome',
        outcome: { clientEventId: 'a', wasCorrect: true, errorCode: null, schedule: 'planned' },
      },
    ]);
  });

  describe('with the data saver', () => {
    const add = (queue: ReturnType<typeof aQueue>['queue'], from: number, to: number) => {
      for (let number = from; number <= to; number++) void queue.add(anAnswer(`a${number}`));
    };
    const sizes = (record: ReturnType<typeof aQueue>['record']) =>
      record.mock.calls.map(([answers]) => answers.length);
    const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
    beforeEach(() => chooseSavingData(true));
    afterEach(() => localStorage.removeItem('dataSaver'));

    it('are sent 20 at once', async () => {
      const { queue, record } = aQueue();
      await settle();
      add(queue, 1, 19);
      await settle();
      expect(sizes(record)).toEqual([]);
      expect(unsentAnswers('7')).toBe(19);
      add(queue, 20, 20);
      await settle();
      expect(sizes(record)).toEqual([20]);
      expect(unsentAnswers('7')).toBe(0);
    });

    it('are still sent together while a refused change waits for its learner', async () => {
      const refusal = { code: 'CONFLICT', message: null, current: null };
      const change = { kind: 'change', clientEventId: 'c', operation: 'EditFlashcard', refusal };
      const queued = {
        ...change,
        variables: { input: {} },
        before: null,
        madeAt: '2026-11-21T09:00:00.000Z',
      };
      localStorage.setItem(keyOf('7'), JSON.stringify([queued]));
      const { queue, record } = aQueue();
      await settle();
      add(queue, 1, 3);
      await settle();
      expect(sizes(record)).toEqual([]);
      localStorage.removeItem(keyOf('7'));
    });

    it('are sent at the end of the session', async () => {
      const { queue, record, finish } = aQueue();
      await settle();
      add(queue, 1, 3);
      queue.finish('s1');
      await settle();
      expect([sizes(record), finish.mock.calls.length]).toEqual([[3], 1]);
    });

    it('are sent when the page is hidden', async () => {
      const { queue, record } = aQueue();
      await settle();
      add(queue, 1, 3);
      await settle();
      globalThis.dispatchEvent(new Event('visibilitychange'));
      await settle();
      expect(sizes(record)).toEqual([3]);
    });
  });

  it('are sent again with the same id after a transient failure', async () => {
    let attempts = 0;
    const { queue, record, events } = aQueue({
      record: async (answers) => {
        attempts += 1;
        if (attempts < 3) throw new Transient();
        return taken(answers);
      },
    });
    void queue.add(anAnswer('a'));
    expect(await queue.settled(1000)).toBe(true);
    expect(record.mock.calls.map(([answers]) => answers[0]?.clientEventId)).toEqual(['a', 'a', 'a']);
    expect(events.filter(({ type }) => type === 'waiting')).toHaveLength(2);
  });

  it('are sent when another request reaches the server again, before the pause ends', async () => {
    const { queue, record } = aQueue(
      {
        record: async (answers) => {
          if (record.mock.calls.length === 1) throw new Transient();
          return taken(answers);
        },
      },
      { retryDelay: () => 60_000 },
    );
    reportNetwork(false);
    void queue.add(anAnswer('a'));
    await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    reportNetwork(true);
    await vi.waitFor(() => expect(unsentAnswers('7')).toBe(0));
  });

  it('of an earlier visit are sent when the user is back', async () => {
    localStorage.setItem('kumbuka.answers.7', JSON.stringify([{ kind: 'answer', ...anAnswer('old') }]));
    const { queue, record } = aQueue();
    expect(await queue.settled(500)).toBe(true);
    expect(record.mock.calls[0]?.[0]).toMatchObject([{ clientEventId: 'old' }]);
  });

  it('that the server refuses are reported and not kept', async () => {
    const { queue, events } = aQueue({
      record: async ([answer]) => [
        { clientEventId: answer!.clientEventId, errorCode: 'FLASHCARD_NOT_FOUND', schedule: null },
      ],
    });
    void queue.add(anAnswer('gone'));
    expect(await queue.settled(500)).toBe(true);
    expect(events).toMatchObject([{ outcome: { clientEventId: 'gone', errorCode: 'FLASHCARD_NOT_FOUND' } }]);
  });

  it('one rejected answer does not affect the others of its batch', async () => {
    localStorage.setItem(
      'kumbuka.answers.7',
      JSON.stringify(['a', 'bad', 'c'].map((id) => ({ kind: 'answer', ...anAnswer(id) }))),
    );
    const { queue, events } = aQueue({
      record: async (answers) => {
        await Promise.resolve();
        if (answers.some(({ clientEventId }) => clientEventId === 'bad')) throw new Refused();
        return taken(answers);
      },
    });
    expect(await queue.settled(500)).toBe(true);
    const refused = events.flatMap((event) =>
      event.type === 'outcome' && event.outcome.errorCode ? [event] : [],
    );
    expect(events).toHaveLength(3);
    expect(refused).toMatchObject([{ outcome: { clientEventId: 'bad' } }]);
  });

  it('undone before an attempt are never sent', async () => {
    let release = () => {};
    const first = new Promise<void>((resolve) => (release = resolve));
    const { queue, record, undo } = aQueue({
      record: async (answers) => {
        await first;
        return taken(answers);
      },
    });
    void queue.add(anAnswer('a'));
    void queue.add(anAnswer('b'));
    queue.undo('b');
    release();
    expect(await queue.settled(500)).toBe(true);
    expect(
      record.mock.calls.flatMap(([answers]) => answers.map(({ clientEventId }) => clientEventId)),
    ).toEqual(['a']);
    expect(undo).not.toHaveBeenCalled();
  });

  it('undone after another tab has sent them are undone on the server, too', async () => {
    const { queue, record, undo } = aQueue();
    queue.stop();
    void queue.add(anAnswer('a'));
    localStorage.removeItem(keyOf('7'));
    queue.undo('a');
    queue.start();
    expect(await queue.settled(500)).toBe(true);
    expect(record).not.toHaveBeenCalled();
    expect(undo).toHaveBeenCalledWith('a');
  });

  it('undone after a failed attempt are undone on the server, too, which may have them', async () => {
    let attempts = 0;
    const { queue, undo, events } = aQueue({
      record: async (answers) => {
        attempts += 1;
        if (attempts === 1) throw new Transient();
        return taken(answers);
      },
    });
    void queue.add(anAnswer('a'));
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'waiting', isFault: false }));
    queue.undo('a');
    expect(await queue.settled(500)).toBe(true);
    expect(undo).toHaveBeenCalledWith('a');
  });

  it('undone after they were sent are undone on the server, in order', async () => {
    const sent: string[] = [];
    const { queue, events } = aQueue({
      record: async (answers) => {
        sent.push(...answers.map(({ clientEventId }) => clientEventId));
        return taken(answers);
      },
      undo: async (id) => void sent.push(`undo ${id}`),
    });
    void queue.add(anAnswer('a'));
    await queue.settled(500);
    queue.undo('a');
    void queue.add(anAnswer('a2'));
    expect(await queue.settled(500)).toBe(true);
    expect(sent).toEqual(['a', 'undo a', 'a2']);
    expect(events.map(({ type }) => type)).toEqual(['outcome', 'undone', 'outcome']);
  });

  it('whose undo the server refuses are not reported as undone', async () => {
    const { queue, events } = aQueue({ undo: () => Promise.reject(new Refused('ANSWER_NOT_LATEST')) });
    queue.undo('a');
    expect(await queue.settled(500)).toBe(true);
    expect(events).toEqual([{ type: 'undo-refused', clientEventId: 'a', errorCode: 'ANSWER_NOT_LATEST' }]);
  });

  it('that the server never had are undone', async () => {
    const { queue, events } = aQueue({ undo: () => Promise.reject(new Refused('ANSWER_NOT_FOUND')) });
    queue.undo('a');
    expect(await queue.settled(500)).toBe(true);
    expect(events).toEqual([{ type: 'undone', clientEventId: 'a' }]);
  });

  it('of an earlier visit are reported by error code when the server refuses them and no page shows them', async () => {
    const old = ['a', 'b'].map((id) => ({ kind: 'answer', ...anAnswer(id) }));
    localStorage.setItem('kumbuka.answers.7', JSON.stringify(old));
    const { queue, onRefused } = aQueue({
      record: async (answers) =>
        answers.map(({ clientEventId }) => ({ clientEventId, errorCode: 'DECK_NOT_FOUND', schedule: null })),
    });
    queue.subscribe((event) => event.type === 'outcome' && event.outcome.clientEventId === 'b');
    expect(await queue.settled(500)).toBe(true);
    expect(onRefused.mock.calls).toEqual([['DECK_NOT_FOUND']]);
  });

  it('are sent in batches of at most 100', async () => {
    const many = Array.from({ length: 130 }, (_, index) => ({ kind: 'answer', ...anAnswer(`n${index}`) }));
    localStorage.setItem('kumbuka.answers.7', JSON.stringify(many));
    const { queue, record } = aQueue();
    expect(await queue.settled(500)).toBe(true);
    expect(record.mock.calls.map(([answers]) => answers.length)).toEqual([100, 30]);
  });

  it('that cannot be sent are kept', async () => {
    const { queue } = aQueue({
      record: async () => {
        throw new Transient();
      },
    });
    void queue.add(anAnswer('a'));
    expect(await queue.settled(80)).toBe(false);
    expect(unsentAnswers('7')).toBe(1);
  });

  it('survive invalid data in the storage', () => {
    localStorage.setItem('kumbuka.answers.7', '{nonsense');
    expect(unsentAnswers('7')).toBe(0);
  });

  it('the end of a session that was finished offline goes out after its answers', async () => {
    let online = false;
    const order: string[] = [];
    const away = <T>(name: string, value: T) => {
      if (!online) throw new Transient();
      order.push(name);
      return value;
    };
    const { queue, events } = aQueue({
      record: async (answers) => away('record', taken(answers)),
      finish: async () => away('finish', 10),
    });
    void queue.add(anAnswer('a'));
    queue.finish('s1');
    expect(await queue.settled(60)).toBe(false);
    online = true;
    expect(await queue.settled(1000)).toBe(true);
    expect(order).toEqual(['record', 'finish']);
    expect(events.at(-1)).toEqual({ type: 'finished', sessionId: 's1', xpEarned: 10 });
  });

  it('a session that the server does not know ends without XP', async () => {
    const { queue, events } = aQueue({ finish: () => Promise.reject(new Refused()) });
    queue.finish('s1');
    expect(await queue.settled(500)).toBe(true);
    expect(events.at(-1)).toEqual({ type: 'finished', sessionId: 's1', xpEarned: null });
  });

  it('wait as long as the server asked, although others are added and the network returns meanwhile', async () => {
    vi.useFakeTimers();
    let isBusy = true;
    const record = vi.fn(async (answers: QueuedAnswer[]) => {
      if (isBusy) throw served('40');
      return taken(answers);
    });
    const { queue } = aQueue({ record }, { isTransient: () => true, askedWaitOf: retryAfterOf });
    void queue.add(anAnswer('a'));
    await vi.advanceTimersByTimeAsync(10);
    const attempts = record.mock.calls.length;
    isBusy = false;
    void queue.add(anAnswer('b'));
    globalThis.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(39_000);
    expect(record.mock.calls).toHaveLength(attempts);
    await vi.advanceTimersByTimeAsync(1000);
    expect(record.mock.calls.at(-1)?.[0].map(({ clientEventId }) => clientEventId)).toEqual(['a', 'b']);
    expect(unsentAnswers('7')).toBe(0);
  });

  it('are sent at once when their learner asks for it, whatever the server asked', async () => {
    vi.useFakeTimers();
    const record = vi
      .fn()
      .mockRejectedValueOnce(new Transient())
      .mockImplementation(async (answers) => taken(answers));
    const { queue } = aQueue({ record }, { askedWaitOf: () => 40_000 });
    void queue.add(anAnswer('a'));
    await vi.advanceTimersByTimeAsync(10);
    expect(unsentAnswers('7')).toBe(1);
    queue.retry();
    await vi.advanceTimersByTimeAsync(10);
    expect(unsentAnswers('7')).toBe(0);
  });
});

it.each([
  ['seconds of a service', refused('RATE_LIMITED', 'Wait.', { retryAfterSeconds: 7 }), 7000],
  ['seconds of a proxy', served('12'), 12_000],
  ['a date of a proxy', served(new Date(Date.now() + 90_000).toUTCString()), 90_000],
  ['nonsense', served('soon'), 0],
  ['nothing', served(null), 0],
  ['a lost connection', new TypeError('Failed to fetch'), 0],
])('the time to wait is read from %s', (_name, error, ms) => {
  expect(Math.abs(retryAfterOf(error) - ms)).toBeLessThan(2000);
});

const aChange = (operation: string, input: Record<string, unknown>, raises = {}) => ({
  clientEventId: `${operation} ${JSON.stringify(input)}`,
  operation,
  variables: { input },
  before: null,
  madeAt: '2026-11-21T09:00:00.000Z',
  raises,
});

describe('changes of one card', () => {
  /** Sends a suspension, an edit and a deletion of several cards. `versions` are those of card 1 after each of them. */
  async function sent(versions: number[]) {
    const inputs: QueuedChange['variables']['input'][] = [];
    const { queue } = aQueue({
      change: async ({ variables }) => {
        inputs.push(variables.input);
        const version = versions[inputs.length - 1];
        return { ids: new Map(), versions: new Map(version === undefined ? [] : [['card:1', version]]) };
      },
    });
    queue.stop();
    const [first, second] = [{ 'card:1': 3 }, { 'card:1': 3 }];
    void queue.change(aChange('MarkFlashcards', { ids: ['1'], suspended: true }, first));
    void queue.change(aChange('EditFlashcard', { id: '1', frontText: 'Tana', expectedVersion: 3 }, second));
    void queue.change(aChange('DeleteFlashcards', { ids: ['2', '1'], expectedVersions: [3, 3] }));
    queue.start();
    expect(await queue.settled(500)).toBe(true);
    return inputs.map(({ expectedVersion, expectedVersions }) => expectedVersion ?? expectedVersions);
  }

  it('that was suspended, edited and deleted here conflict with nobody', async () => {
    expect(await sent([4, 5])).toEqual([undefined, 4, [3, 5]]);
  });

  it('that another device changed meanwhile name the version that was seen', async () => {
    expect(await sent([5])).toEqual([undefined, 3, [3, 3]]);
  });
});

it('a card that was made on a wrong clock is sent again as the same request after a lost response', async () => {
  const minute = 60_000;
  /** What the server says about a device whose clock is so far behind. */
  const learn = (minutes: number) =>
    learnServerTime(new Date(Date.now() + minutes * minute).toISOString(), Date.now(), Date.now());
  const bodies: string[] = [];
  const { queue } = aQueue({
    timed: changeWithServerTime(async () => {}),
    change: async ({ variables }) => {
      bodies.push(JSON.stringify(variables));
      learn(240 + bodies.length);
      if (bodies.length < 3) throw new Transient();
      return { ids: new Map(), versions: new Map() };
    },
  });
  const madeAt = new Date(Date.now() - 30 * minute).toISOString();
  const clock = { aheadMs: 0, isUnsure: true };
  learn(240);
  void queue.change({ ...aChange('AddFlashcard', { madeAt }), clock });
  expect(await queue.settled(500)).toBe(true);
  learn(0);
  expect(bodies).toHaveLength(3);
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).not.toContain(madeAt);
});
