import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { learnServerTime, serverNow } from '../browser/server-clock.ts';
import { changeWithServerTime, readClock, withServerTime } from './answer-times.ts';
import type { QueuedAnswer, QueuedChange } from '../offline/queued.ts';

const minute = 60_000;
let trueTime = 0;
/** Error of the device's clock in milliseconds. */
let offMs = 0;

const setClock = () => vi.setSystemTime(trueTime + offMs);
const pass = (ms: number) => {
  trueTime += ms;
  setClock();
};
const syncClock = () => learnServerTime(new Date(trueTime).toUTCString(), Date.now(), Date.now());

beforeEach(() => {
  trueTime = Date.parse('2026-11-22T08:00:00Z');
  offMs = 0;
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(performance, 'now').mockImplementation(() => trueTime);
  setClock();
  syncClock();
});
afterEach(() => {
  offMs = 0;
  setClock();
  syncClock();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const answerNow = (clientEventId = 'e'): QueuedAnswer => ({
  kind: 'answer',
  clientEventId,
  deckId: '1',
  flashcardId: '2',
  wasCorrect: true,
  timeSpentMinutes: 0.1,
  sessionId: 's',
  sessionDeckId: '1',
  answeredAt: new Date(serverNow()).toISOString(),
  clock: readClock(),
});

/** As the server: every response names its time, and an answer that comes from the future is refused. */
function aServer() {
  const taken: QueuedAnswer[] = [];
  const record = vi.fn(async (answers: QueuedAnswer[]) => {
    syncClock();
    return answers.map((answer) => {
      const isAhead = Date.parse(answer.answeredAt) > trueTime + 5 * minute;
      if (!isAhead) taken.push(answer);
      return {
        clientEventId: answer.clientEventId,
        errorCode: isAhead ? 'VALIDATION' : null,
        schedule: null,
      };
    });
  });
  const learn = vi.fn(async () => syncClock());
  return { taken, record, learn, send: withServerTime(record, learn) };
}

const errorOf = ({ taken }: { taken: QueuedAnswer[] }, at: number) =>
  taken.map(({ answeredAt }) => Math.abs(Date.parse(answeredAt) - at));

const leaps = [
  ['90 minutes ahead', 90],
  ['two hours ahead', 120],
  ['a day ahead', 1_440],
  ['90 minutes back', -90],
  ['two hours back', -120],
  ['a day back', -1_440],
] as const;

describe.each(leaps)('a clock that leaps %s during a session', (leap, minutes) => {
  it(`a clock that leaps ${leap} during a session gives an answer its true time`, async () => {
    const server = aServer();
    pass(minute);
    offMs = minutes * minute;
    setClock();
    const answer = answerNow();
    const answeredAt = trueTime;
    pass(2_000);
    expect(await server.send([answer])).toMatchObject([{ errorCode: null }]);
    expect(errorOf(server, answeredAt)).toEqual([expect.closeTo(0, -3.5)]);
  });

  it(`a clock that leaps ${leap} during a session does not change the time of an answer that waited`, async () => {
    const server = aServer();
    const answer = answerNow();
    const answeredAt = trueTime;
    pass(minute);
    offMs = minutes * minute;
    setClock();
    await server.send([answer]);
    expect(errorOf(server, answeredAt)).toEqual([0]);
  });

  it(`a clock that leaps ${leap} during a session is found by the rejection when performance.now() leaps, too`, async () => {
    const server = aServer();
    pass(minute);
    offMs = minutes * minute;
    setClock();
    vi.spyOn(performance, 'now').mockImplementation(() => trueTime + offMs);
    expect(await server.send([answerNow()])).toMatchObject([{ errorCode: null }]);
    expect(server.learn).not.toHaveBeenCalled();
  });
});

it('an answer between two leaps of the clock gets its true time', async () => {
  const server = aServer();
  offMs = 120 * minute;
  setClock();
  syncClock();
  offMs = 0;
  setClock();
  const answer = answerNow();
  const answeredAt = trueTime;
  pass(minute);
  offMs = -1_440 * minute;
  setClock();
  expect(await server.send([answer])).toMatchObject([{ errorCode: null }]);
  expect(errorOf(server, answeredAt)[0]).toBeLessThan(2 * minute);
});

it('a laptop that slept requests the server’s time once and does not correct its clock', async () => {
  const server = aServer();
  const before = trueTime;
  pass(120 * minute);
  vi.spyOn(performance, 'now').mockImplementation(() => before);
  await server.send([answerNow()]);
  expect(server.learn).toHaveBeenCalledTimes(1);
  expect(errorOf(server, trueTime)).toEqual([0]);
});

it('an answer that is refused for another reason is not sent again', async () => {
  const server = aServer();
  server.record.mockImplementation(async (answers) =>
    answers.map(({ clientEventId }) => ({ clientEventId, errorCode: 'VALIDATION', schedule: null })),
  );
  expect(await server.send([answerNow()])).toMatchObject([{ errorCode: 'VALIDATION' }]);
  expect(server.record).toHaveBeenCalledTimes(1);
});

it('an answer with an uncertain time, and those sent with it, wait until the server’s time is known', async () => {
  const server = aServer();
  offMs = 120 * minute;
  setClock();
  server.learn.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(server.send([answerNow()])).rejects.toThrow('Failed to fetch');
  expect(server.record).not.toHaveBeenCalled();
});

describe('a start without a network, with a clock that is wrong', () => {
  /** A page that has not heard from the server yet. */
  const start = async (aheadMinutes: number) => {
    vi.resetModules();
    offMs = aheadMinutes * minute;
    setClock();
    const [clock, times] = await Promise.all([
      import('../browser/server-clock.ts'),
      import('./answer-times.ts'),
    ]);
    const learn = vi.fn(async () =>
      clock.learnServerTime(new Date(trueTime).toUTCString(), Date.now(), Date.now()),
    );
    const now = () => new Date(clock.serverNow()).toISOString();
    return { ...times, learn, now };
  };

  it.each([-240, -3, 3, 240])(
    'an answer and a card made on a clock that is %i minutes ahead get their true times',
    async (aheadMinutes) => {
      const page = await start(aheadMinutes);
      const madeAt = page.now();
      const change: QueuedChange = {
        kind: 'change',
        clientEventId: 'c',
        operation: 'AddFlashcard',
        variables: { input: { madeAt } },
        before: null,
        madeAt,
        clock: page.readClock(),
      };
      const at = trueTime;
      pass(2 * minute);
      const answer = { ...answerNow(), answeredAt: page.now(), clock: page.readClock() };
      pass(minute);
      const sent: string[] = [];
      const off = (time: unknown) => Math.abs(Date.parse(String(time)) - at);
      const { variables } = await page.changeWithServerTime(page.learn)(change);
      sent.push(String(variables.input['madeAt']));
      await page.withServerTime(async (answers) => {
        sent.push(...answers.map(({ answeredAt }) => answeredAt));
        return [];
      }, page.learn)([answer]);
      const [made, answered] = sent;
      expect(off(made)).toBeLessThan(2_000);
      expect(off(answered) - 2 * minute).toBeLessThan(2_000);
      expect(page.learn).toHaveBeenCalledTimes(1);
    },
  );

  it('a card is not sent before the server’s time is known, because a repeat could not correct it', async () => {
    const page = await start(240);
    const madeAt = page.now();
    const change: QueuedChange = {
      kind: 'change',
      clientEventId: 'c',
      operation: 'AddFlashcard',
      variables: { input: { madeAt } },
      before: null,
      madeAt,
      clock: page.readClock(),
    };
    const away = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(page.changeWithServerTime(away)(change)).rejects.toThrow('Failed to fetch');
  });
});

it('a change that waited for a network keeps its time when the clock was right', async () => {
  const change: QueuedChange = {
    kind: 'change',
    clientEventId: 'c',
    operation: 'AddFlashcard',
    variables: { input: { madeAt: new Date(serverNow()).toISOString() } },
    before: null,
    madeAt: new Date(serverNow()).toISOString(),
    clock: readClock(),
  };
  pass(minute);
  expect(await changeWithServerTime(async () => {})(change)).toEqual(change);
});
