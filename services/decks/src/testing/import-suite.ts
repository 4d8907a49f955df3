// Decks with a service in the place of study-progress that remembers what it was given.
import {
  internalHeaders,
  type ImportedStudyBody,
  type RestoringBody,
  type StudySettings,
} from '@kumbuka/contracts';
import { fixture } from '@kumbuka/card-files/testing';
import { eventually } from '@kumbuka/testing/servers';
import {
  buildTestService,
  startStack,
  testInternalKey,
  type TestService,
  type TestStack,
} from '@kumbuka/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createApp, type Overrides } from '../app.ts';
import { loadConfig } from '../config.ts';

export type StudiedCards = Map<number, ImportedStudyBody['cards'][number] & { deckId: number }>;

interface Restored {
  entries: RestoringBody['entries'];
  fold: Record<string, unknown> | null;
  isRemoved: boolean;
}

/** Settings of a learner's study. */
export const studySettings: StudySettings = {
  timezone: 'Africa/Nairobi',
  dayStartHour: 4,
  weeklyGoal: 70,
  targetDays: 5,
  zoneFollowsDevice: false,
  advancesAutomatically: null,
  portionSize: 20,
  focusMode: false,
  singleKeyShortcuts: true,
  repeatsMissed: false,
  rememberPercent: 92,
  longestInterval: 365,
  newCardsPerDay: 0,
  dailyLimit: 0,
  studyOrder: 'weakest-first',
  easyDays: ['full', 'full', 'full', 'full', 'full', 'full', 'full'],
  fourAnswers: false,
  showsNextDay: false,
  deckSettings: [],
  absence: [],
  exam: null,
};

/** Gives and takes review logs as study-progress does, and gives payments as billing does. */
function serveArchives(app: FastifyInstance) {
  const logs = new Map<number, { entries: RestoringBody['entries']; settings: StudySettings }>();
  const restored = new Map<number, Restored>();
  let isValid = true;
  type OfLearner = { Params: { id: string }; Body: never };
  const logOf = (id: string) => logs.get(Number(id)) ?? { entries: [], settings: studySettings };
  app.get<OfLearner>('/internal/learners/:id/log-head', async ({ params }) => {
    const { entries, settings } = logOf(params.id);
    return { entries: entries.length, settings, fit: null };
  });
  app.get<OfLearner & { Querystring: { after: string } }>(
    '/internal/learners/:id/log',
    async ({ params, query }) => {
      const entries = logOf(params.id).entries.slice(Number(query.after), Number(query.after) + 2);
      return { entries, next: entries.length === 0 ? null : Number(query.after) + entries.length };
    },
  );
  app.post('/internal/learners/:id/exported-study', async ({ body }) => ({
    cards: [],
    read: (body as { cardIds: number[] }).cardIds.length,
  }));
  app.post<{ Params: { id: string }; Body: RestoringBody }>(
    '/internal/learners/:id/restored-log',
    async ({ params, body }) => {
      const known = restored.get(Number(params.id)) ?? { entries: [], fold: null, isRemoved: false };
      known.entries.push(...body.entries.slice(Math.max(0, known.entries.length + 1 - body.from)));
      restored.set(Number(params.id), known);
      return { outcome: 'accepted' };
    },
  );
  app.post('/internal/learners/:id/restored-log/check', async () => ({ valid: isValid }));
  app.post<{ Params: { id: string }; Body: Record<string, unknown> }>(
    '/internal/learners/:id/restored-log/fold',
    async ({ params, body }, reply) => {
      const known = restored.get(Number(params.id)) ?? { entries: [], fold: null, isRemoved: false };
      restored.set(Number(params.id), { ...known, fold: body });
      return reply.status(204).send();
    },
  );
  app.post<{ Params: { id: string } }>(
    '/internal/learners/:id/restored-log/removal',
    async ({ params }, reply) => {
      const known = restored.get(Number(params.id));
      if (known) restored.set(Number(params.id), { ...known, isRemoved: true });
      return reply.status(204).send();
    },
  );
  const payment = {
    id: '01930d3e-7c00-7000-8000-000000000001',
    apiRef: 'ref-1',
    amountCents: 50_000,
    currency: 'KES',
    method: 'card',
    state: 'confirmed',
    failureReason: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    receiptNumber: 'KMB-1',
    periodStart: null,
    periodEnd: null,
  };
  app.get('/internal/users/:id/payments', async () => ({ payments: [payment], next: null }));
  return { logs, restored, setValid: (valid: boolean) => void (isValid = valid) };
}

/** Remembers schedules of cards; a repeat is ignored, as in study-progress. */
async function startStudies() {
  const cards: StudiedCards = new Map();
  let isDown = false;
  const app = Fastify({ bodyLimit: 8 * 1024 * 1024 });
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[internalHeaders.key] !== testInternalKey) await reply.status(403).send({});
    else if (isDown) await reply.status(503).send({});
  });
  app.get('/internal/learners/:id/calendar', async () => ({ timezone: 'Africa/Nairobi', dayStartHour: 4 }));
  app.post<{ Body: ImportedStudyBody }>('/internal/learners/:id/imported-study', async ({ body }) => {
    const fresh = body.cards.filter(({ cardId }) => !cards.has(cardId));
    for (const card of fresh) cards.set(card.cardId, { ...card, deckId: body.deckId });
    return { imported: fresh.filter(({ schedule }) => schedule).length };
  });
  const archives = serveArchives(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, cards, archives, setDown: (down: boolean) => void (isDown = down), stop: () => app.close() };
}

const importFields = `id state received format notes cards studied reviews addedCards existingCards changedNotes updatedNotes
  scheduledCards processedNotes failure canBeUndone decks { path title cards } reports { code count line text }
  sample { frontText backText format } restores archivedAnswers table { separator columns rows mapping { hasHeader front back tags deck guid cells } }
  encodings { encoding sample } madeDecks { id title cardCount }`;

const pieceBytes = 640 * 1024;

export interface ImportTest extends TestService {
  studies: Awaited<ReturnType<typeof startStudies>>;
  folder: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses have the shape of the query
  send(mutation: string, input: Record<string, unknown>, as: number): Promise<any>;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses have the shape of the query
  read(id: string, as: number): Promise<any>;
  upload(bytes: Uint8Array, fileName: string, as: number): Promise<string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses have the shape of the query
  until(id: string, state: string, as: number): Promise<any>;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses have the shape of the query
  importFile(path: string, as: number, start?: Record<string, unknown>): Promise<any>;
}

export async function startImportTest(
  options: {
    overrides?: Overrides;
    folder?: string;
    stack?: TestStack;
    studies?: ImportTest['studies'];
    env?: Record<string, string>;
  } = {},
): Promise<ImportTest> {
  const studies = options.studies ?? (await startStudies());
  const stack = options.stack ?? (await startStack());
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'imports-')));
  const media = await mkdtemp(join(tmpdir(), 'media-'));
  const service = await buildTestService(
    (config: ReturnType<typeof loadConfig>) => createApp(config, { resumeMs: 100, ...options.overrides }),
    loadConfig,
    {
      stack,
      env: {
        STUDY_PROGRESS_URL: studies.url,
        BILLING_URL: studies.url,
        IMPORT_FOLDER: folder,
        MEDIA_STORE: media,
        WRITES_PER_MINUTE: '100000',
        ...options.env,
      },
    },
  );
  const send: ImportTest['send'] = async (mutation, input, as) => {
    const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
    const { data, code } = await service.graphql(
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${importFields} } }`,
      { input },
      { as },
    );
    return data?.[mutation] ?? { code };
  };
  const read: ImportTest['read'] = async (id, as) => {
    const { data } = await service.graphql(
      `query ($id: ID!) { import(id: $id) { ${importFields} } }`,
      { id },
      { as },
    );
    return data?.import;
  };
  const upload: ImportTest['upload'] = async (bytes, fileName, as) => {
    const { id } = await send('createImport', { fileName, size: bytes.length }, as);
    for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
      const data = Buffer.from(bytes.subarray(offset, offset + pieceBytes)).toString('base64');
      await send('uploadImportPiece', { id, offset, data }, as);
    }
    return id;
  };
  const until: ImportTest['until'] = (id, state, as) =>
    eventually(async () => {
      const found = await read(id, as);
      if (found?.state !== state && !(found?.state === 'FAILED' && state !== 'FAILED'))
        throw new Error(`The import is ${found?.state}.`);
      return found;
    }, 60_000);
  return {
    ...service,
    studies,
    folder,
    send,
    read,
    upload,
    until,
    async importFile(path, as, start = {}) {
      const id = await upload(await readFile(fixture(path)), basename(path), as);
      const ready = await until(id, 'READY', as);
      if (ready.state === 'FAILED') return ready;
      await send('startImport', { id, ...start }, as);
      return until(id, 'DONE', as);
    },
    async stop() {
      await service.stop();
      if (!options.studies) await studies.stop();
      if (!options.stack) await stack.stop();
    },
  };
}
