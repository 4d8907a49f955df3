import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeEach, expect, it, vi } from 'vitest';
import { newLearner, readLog, type LogEntry, type TrialLearner } from './trial-learner.ts';
import type { QueuedAnswer } from '../shared/offline/queued.ts';

/** Runs of the random driver, and the number with which the first one begins. */
const runs = Number(process.env['RUNS'] ?? 10);
const firstSeed = Number(process.env['SEED'] ?? 1);
const steps = 60;
const cardCount = 8;
const web = process.env['WEB'] ?? '';
const rest = process.env['REST'] ?? '';
const dayMs = 86_400_000;

/** What the network of a device does to its next requests. */
interface Network {
  isOnline: boolean;
  /** The response to the next write is lost after it took effect. */
  losesNext: boolean;
}
const networks = new AsyncLocalStorage<Network>();

const realFetch = globalThis.fetch;
const sendOver: typeof fetch = async (address, init) => {
  const network = networks.getStore();
  if (network && !network.isOnline) throw new TypeError('Failed to fetch');
  const response = await realFetch(new URL(String(address), web), init);
  const isWrite = String(init?.body).includes('"query":"mutation');
  if (network && isWrite && network.losesNext) {
    network.losesNext = false;
    await response.text();
    throw new TypeError('Failed to fetch');
  }
  return response;
};

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

beforeEach(() => {
  vi.stubGlobal('fetch', sendOver);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => networks.getStore()?.isOnline ?? true);
});

interface Seen {
  id: string;
  frontText: string;
  version: number;
}

/** A device with modules, database and network of its own. A restart keeps the database. */
async function startDevice(name: string, learner: TrialLearner, database: IDBFactory, network: Network) {
  vi.resetModules();
  globalThis.indexedDB = database;
  const [apollo, queues, keep, changes, errors, outboxes, documents, edits, marks, decks, answers, local] =
    await Promise.all([
      import('../shared/apollo/client.ts'),
      import('../shared/study/answer-queue.ts'),
      import('../shared/offline/keep-change.ts'),
      import('../shared/offline/send-change.ts'),
      import('../shared/apollo/errors.ts'),
      import('../shared/offline/outbox.ts'),
      import('../features/study/session/load/load-session.generated.ts'),
      import('../shared/study/edit-card.generated.ts'),
      import('../shared/study/mark-cards.generated.ts'),
      import('../features/decks/cards/card-changes.generated.ts'),
      import('../shared/study/answers.generated.ts'),
      import('../shared/offline/responses.ts'),
    ]);
  const inside = <Result>(work: () => Result): Result => networks.run(network, work);
  const client = apollo.createClient({ onUnauthenticated: () => {}, send: sendOver });
  const outbox = outboxes.outboxOf(learner.id);
  await outbox.ready;
  /** Codes of refused answers, by the name of the answer. */
  const refused = new Map<string, string>();
  const queue = queues.createAnswerQueue<unknown>({
    userId: learner.id,
    sender: {
      record: async (queued) => {
        const given = queued.map(({ kind: _kind, clock: _clock, sessionDeckId, ...answer }) => ({
          ...answer,
          ...(sessionDeckId === null ? {} : { sessionDeckId }),
        }));
        const { data } = await client.mutate({
          mutation: answers.RecordAnswersDocument,
          variables: { input: { answers: given } },
        });
        return data.recordAnswers.results;
      },
      undo: async (clientEventId) => {
        await client.mutate({
          mutation: answers.UndoAnswerDocument,
          variables: { input: { clientEventId } },
        });
      },
      finish: async () => null,
      timed: async (change) => change,
      change: (change) => changes.sendChange(client, change),
    },
    isTransient: errors.isTransient,
    isFault: () => false,
    codeOf: errors.errorCode,
    refusalOf: changes.refusalOf,
    onRefused: () => {},
    retryDelay: () => 20,
  });
  queue.subscribe((event) => {
    if (event.type === 'outcome' && event.outcome.errorCode !== null)
      refused.set(event.outcome.clientEventId, event.outcome.errorCode);
    return true;
  });
  const stopKeeping = keep.keepChangesBy(queue.change);
  inside(queue.start);
  const load = async () => {
    const { data } = await client.query({
      query: documents.DeckSessionDocument,
      variables: { deckId: learner.deckId },
      errorPolicy: 'all',
    });
    return data?.deck?.flashcards.items ?? [];
  };
  let seen: Seen[] = [];
  return {
    name,
    network,
    refused,
    outbox,
    inside,
    stop: () => {
      stopKeeping();
      queue.stop();
    },
    retry: queue.retry,
    look: async () => (seen = await load()),
    load,
    seen: () => seen,
    storedCards: () => local.storedCards(learner.id, learner.deckId),
    answer: (answer: Omit<QueuedAnswer, 'kind'>) => Promise.resolve(queue.add(answer)),
    undo: (clientEventId: string) => queue.undo(clientEventId),
    edit: async ({ id, version }: Seen, frontText: string) => {
      const { data } = await client.mutate({
        mutation: edits.EditFlashcardDocument,
        variables: { input: { id, frontText, backText: 'Edited', expectedVersion: version } },
        context: { before: { deckId: learner.deckId } },
      });
      return data?.editFlashcard;
    },
    suspend: (id: string, suspended: boolean) =>
      client.mutate({
        mutation: marks.MarkFlashcardsDocument,
        variables: { input: { ids: [id], suspended } },
      }),
    remove: ({ id, version }: Seen) =>
      client.mutate({
        mutation: decks.DeleteFlashcardDocument,
        variables: { input: { id, expectedVersion: version } },
      }),
  };
}
type Device = Awaited<ReturnType<typeof startDevice>>;

/** A dialog shows an error, and its learner can press the button again or not. */
const shown = (work: Promise<unknown>) => work.catch(() => undefined);

interface Given {
  clientEventId: string;
  device: string;
}

async function drain(devices: readonly Device[]) {
  for (const { network } of devices) Object.assign(network, { isOnline: true, losesNext: false });
  for (const device of devices) {
    device.inside(device.retry);
    const isLeft = () =>
      device.outbox.all().some((queued) => queued.kind !== 'change' || queued.refusal === undefined);
    await vi.waitFor(() => expect(isLeft()).toBe(false), { timeout: 20_000, interval: 20 });
  }
}

async function run(seed: number) {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const learner = await newLearner(rest, cardCount);
  localStorage.setItem('authToken', learner.token);
  const names = ['phone', 'laptop'];
  const bases = names.map(() => ({
    database: new IDBFactory(),
    network: { isOnline: true, losesNext: false } as Network,
  }));
  /** Refusals that each start of a device was told; a request may outlive the page that sent it. */
  const refusals: ReadonlyMap<string, string>[] = [];
  const start = (at: number) => startDevice(names[at]!, learner, bases[at]!.database, bases[at]!.network);
  const devices: Device[] = [await start(0), await start(1)];
  for (const device of devices) await device.inside(device.look);

  const given: Given[] = [];
  const undone = new Set<string>();
  let at = Date.now() - 20 * dayMs;
  for (let step = 0; step < steps; step += 1) {
    const place = random() < 0.5 ? 0 : 1;
    const device = devices[place]!;
    const card = pick(device.seen());
    at = Math.min(Date.now() - 60_000, at + random() * 0.5 * dayMs);
    const choice = random();
    await device.inside(async () => {
      if (choice < 0.15) device.network.isOnline = !device.network.isOnline;
      else if (choice < 0.2) device.network.losesNext = true;
      else if (choice < 0.25 && device.network.isOnline) await shown(device.look());
      else if (choice < 0.3) {
        // The browser ends, and starts again on what it has stored.
        device.stop();
        refusals.push(device.refused);
        devices[place] = await start(place);
        await devices[place].inside(devices[place].look).catch(() => undefined);
      } else if (!card) return;
      else if (choice < 0.65) {
        // One of three sessions is the same on both devices.
        const session =
          random() < 0.33 ? `shared-${seed}` : `${device.name}-${seed}-${Math.floor(step / 10)}`;
        const clientEventId = `${session}-${card.id}-${step}`;
        given.push({ clientEventId, device: device.name });
        await device.answer({
          clientEventId,
          deckId: learner.deckId,
          flashcardId: card.id,
          wasCorrect: random() < 0.7,
          timeSpentMinutes: 0.1,
          sessionId: session,
          sessionDeckId: learner.deckId,
          answeredAt: new Date(at).toISOString(),
        });
      } else if (choice < 0.75) {
        const own = given.findLast((each) => each.device === device.name);
        if (!own || undone.has(own.clientEventId)) return;
        undone.add(own.clientEventId);
        device.undo(own.clientEventId);
      } else if (choice < 0.88) await shown(device.edit(card, `Edited ${seed} ${step}`));
      else if (choice < 0.97) await shown(device.suspend(card.id, random() < 0.5));
      else await shown(device.remove(card));
    });
  }
  await drain(devices);

  const log = await readLog(web, learner);
  const refused = new Map(
    [...devices.map((device) => device.refused), ...refusals].flatMap((each) => [...each]),
  );
  checkLog(log, given, undone, refused);
  await checkDevices(devices);
  devices.forEach((device) => device.stop());
  const codes = Object.groupBy(refused.values(), (code) => code);
  return {
    given: given.length,
    undone: undone.size,
    refused: Object.fromEntries(Object.entries(codes).map(([code, all]) => [code, all?.length])),
  };
}

/** Every answer is in the log once, or was refused with a name, or was taken back. */
function checkLog(
  log: readonly LogEntry[],
  given: readonly Given[],
  undone: ReadonlySet<string>,
  refused: ReadonlyMap<string, string>,
) {
  const reviewed = log.filter(({ kind }) => kind === 'REVIEWED').map(({ clientEventId }) => clientEventId);
  expect(new Set(reviewed).size).toBe(reviewed.length);
  const names = new Set(given.map(({ clientEventId }) => clientEventId));
  expect(reviewed.filter((name) => name === null || !names.has(name))).toEqual([]);
  const isOnce = new Set(reviewed);
  const lost = [...names].filter((name) => !isOnce.has(name) && !refused.has(name) && !undone.has(name));
  expect(lost).toEqual([]);
  expect([...refused.keys()].filter((name) => isOnce.has(name))).toEqual([]);
}

/** Both devices show and have stored what the server has. */
async function checkDevices(devices: readonly Device[]) {
  const rowsOf = (cards: readonly { id: string }[]) =>
    cards.map((card) => JSON.parse(JSON.stringify(card))).toSorted((a, b) => Number(a.id) - Number(b.id));
  // A suspension reaches the schedule by an event.
  await vi.waitFor(
    async () => {
      for (const device of devices) await device.inside(device.look);
      const [first, second] = devices.map((device) => rowsOf(device.seen()));
      expect(second).toEqual(first);
    },
    { timeout: 5_000, interval: 200 },
  );
  for (const device of devices) {
    const fromServer = new Map(rowsOf(device.seen()).map((card) => [card.id, card]));
    await vi.waitFor(async () => {
      for (const { id, card } of await device.storedCards()) {
        const server = fromServer.get(id);
        if (server) expect(card).toMatchObject({ frontText: server.frontText, schedule: server.schedule });
      }
    });
  }
}

it(`two devices end with the server's state and the log has every answer once (${runs} runs from ${firstSeed})`, async () => {
  let done = 0;
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const numbers = await run(seed).catch((error: unknown) => {
      throw new Error(`Run with SEED=${seed} RUNS=1`, { cause: error });
    });
    console.log(seed, JSON.stringify(numbers));
    done += 1;
  }
  expect(done).toBe(runs);
}, 1_800_000);
