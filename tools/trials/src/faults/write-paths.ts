import { databaseOf, type ServiceName } from '@kumbuka/contracts';
import type { mongo } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { check, pause, readUntil, serverErrors } from '../product/checks.ts';
import {
  countOf,
  giveDeck,
  learnerAt,
  namedAnswerTo,
  newLearner,
  type ApiResponse,
  type Learner,
} from '../product/learner.ts';
import { deleteUsers, untilDeleted } from '../operators/operator.ts';
import type { Product } from '../product/product.ts';
import type { Command } from './fail-points.ts';

/** Action of a person that must take effect once, whatever the database does. */
export interface WritePath {
  name: string;
  /** Service whose commands fail. */
  service: ServiceName;
  /** Commands that the service sends every time. */
  commands: readonly Command[];
  /** Prepares `run` before commands fail, so that the faults affect only the write itself. */
  prepare?(): Promise<void>;
  /** Performs the action once, with retries like a client. */
  run(): Promise<void>;
  /** Compares acknowledged with stored writes. */
  verify(): Promise<void>;
}

const timeoutMs = 30_000;

/** Retries a request until it succeeds. Records every 500. */
async function acknowledged<Body>(what: string, send: () => Promise<ApiResponse<Body>>): Promise<Body> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const { status, body } = await send();
    if (status < 300) return body;
    if (status === 500) serverErrors.push(what);
    if ((status < 500 && status !== 409) || Date.now() > until)
      throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
    await pause(100);
  }
}

const batchSize = 6;

/** Creates several learners at a time, because a sign-up mostly waits, and returns them one by one. */
function inBatches<Made>(make: () => Promise<Made>): () => Promise<Made> {
  const ready: Made[] = [];
  return async () => {
    if (ready.length === 0) ready.push(...(await Promise.all(Array.from({ length: batchSize }, make))));
    const [next] = ready.splice(0, 1);
    if (next === undefined) throw new Error('The batch is empty.');
    return next;
  };
}

const named = () => ({ 'idempotency-key': randomUUID() });

async function answering({ rest }: Product): Promise<WritePath> {
  const learner = await newLearner(rest, 'answers');
  const deck = await giveDeck(learner, 4);
  let answers = 0;
  return {
    name: 'an answer',
    service: 'study-progress',
    commands: ['find', 'insert', 'update', 'commitTransaction'],
    async run() {
      const body = namedAnswerTo(deck, answers);
      await acknowledged('an answer', () => learner.call('POST', '/progress', body));
      answers += 1;
    },
    async verify() {
      const { body } = await learner.call<{ study_count: number }[]>('GET', '/progress');
      const stored = body.reduce((sum, { study_count }) => sum + study_count, 0);
      check(stored === answers, `${answers} answers acknowledged, ${stored} stored`);
    },
  };
}

function signingUp({ rest }: Product, store: mongo.MongoClient): WritePath {
  const nobody = learnerAt(rest, { id: 0, email: '', username: '', password: '', token: '' });
  const emails: string[] = [];
  return {
    name: 'a sign-up',
    service: 'auth',
    commands: ['find', 'insert', 'update', 'commitTransaction'],
    async run() {
      const tag = randomUUID().slice(0, 13);
      const user = { email: `${tag}@example.test`, username: tag, password: `pass-${tag}-word` };
      const key = named();
      await acknowledged('a sign-up', () => nobody.call('POST', '/signup', user, key));
      emails.push(user.email);
    },
    async verify() {
      const users = store.db(databaseOf('auth')).collection('users');
      const stored = await users.countDocuments({ email: { $in: emails } });
      check(stored === emails.length, `${emails.length} sign-ups acknowledged, ${stored} accounts made`);
    },
  };
}

async function payOnPage(url: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await fetch(url, { method: 'POST', redirect: 'manual', headers, body: 'action=pay' });
}

/** Creates a learner who pays, with a count of the stored payments. */
export async function payerOf({ rest }: Pick<Product, 'rest'>, store: mongo.MongoClient) {
  const learner = await newLearner(rest, 'pays');
  const payments = store.db(databaseOf('billing')).collection('payments');
  const confirmed = () => payments.countDocuments({ ownerId: learner.id, state: 'confirmed' });
  let paid = 0;
  return {
    learner,
    async pay() {
      const key = named();
      const { checkout_url } = await acknowledged('a checkout', () =>
        learner.call<{ checkout_url: string }>('POST', '/billing/checkout', {}, key),
      );
      await payOnPage(checkout_url);
      paid += 1;
      await readUntil(confirmed, (count) => count >= paid, timeoutMs, 50);
    },
    /** Whether every payment was confirmed once, each for a separate period. */
    async isExact() {
      await readUntil(confirmed, (count) => count >= paid, timeoutMs, 200);
      const all = await payments.find({ ownerId: learner.id, state: 'confirmed' }).toArray();
      const starts = new Set(all.map((payment) => Number(payment['periodStart'])));
      return all.length === paid && starts.size === paid;
    },
  };
}

function paying(product: Product, store: mongo.MongoClient): WritePath {
  type Payer = Awaited<ReturnType<typeof payerOf>>;
  const nextPayer = inBatches(() => payerOf(product, store));
  const payers: Payer[] = [];
  let payer: Payer;
  return {
    name: 'a payment',
    service: 'billing',
    commands: ['find', 'insert', 'update', 'findAndModify', 'commitTransaction'],
    async prepare() {
      // A learner may open only a few payments per hour.
      payer = await nextPayer();
    },
    async run() {
      await payer.pay();
      payers.push(payer);
    },
    async verify() {
      for (const payer of payers)
        if (!(await payer.isExact()))
          check(false, `learner ${payer.learner.id}: a payment is lost or counted twice`);
      check(payers.length > 0, `${payers.length} payments made, each confirmed once`);
    },
  };
}

const studyText =
  'The heart pumps blood through the body. Arteries carry blood away from the heart. Veins carry blood back to the heart. ' +
  'The lungs take up oxygen from the air. Red blood cells transport oxygen. White blood cells defend the body against infection.';

function generating({ rest }: Product): WritePath {
  const nextDeck = inBatches(async () => {
    const learner = await newLearner(rest, 'generates');
    const { deckId } = await giveDeck(learner, 0);
    return { learner, deckId };
  });
  const decks: { learner: Learner; deckId: number; inserted: number }[] = [];
  let deck: Awaited<ReturnType<typeof nextDeck>>;
  return {
    name: 'a generation',
    service: 'ai',
    commands: ['find', 'insert', 'update', 'commitTransaction'],
    async prepare() {
      // A learner has only a few prompts.
      deck = await nextDeck();
    },
    async run() {
      const { learner, deckId } = deck;
      const body = { text: studyText, count: 6, deck_id: deckId };
      const key = named();
      const { inserted_count } = await acknowledged('a generation', () =>
        learner.call<{ inserted_count: number }>('POST', '/ai/generate', body, key),
      );
      decks.push({ learner, deckId, inserted: inserted_count });
    },
    async verify() {
      for (const { learner, deckId, inserted } of decks) {
        const stored = await countOf(learner, `/flashcards?deck_id=${deckId}`);
        if (stored !== inserted || inserted === 0)
          check(false, `deck ${deckId}: ${inserted} cards generated, ${stored} stored`);
      }
      check(decks.length > 0, `${decks.length} generations acknowledged`);
    },
  };
}

function deleting(product: Product, store: mongo.MongoClient): WritePath {
  const directory = store.db(databaseOf('admin')).collection('users');
  const nextLeaver = inBatches(async () => {
    const learner = await newLearner(product.rest, 'leaver');
    // The operators' directory is updated after the sign-up.
    const { email } = learner;
    await readUntil(() => directory.countDocuments({ email }), Boolean, timeoutMs, 50);
    return learner;
  });
  const gone: number[] = [];
  let leaver: Learner;
  return {
    name: 'a deletion',
    service: 'admin',
    commands: ['find', 'insert', 'update', 'delete', 'commitTransaction'],
    async prepare() {
      leaver = await nextLeaver();
    },
    async run() {
      const { id, email } = leaver;
      const input = { emails: [email], strategy: 'FAST', commitPer: 'USER', sleepMs: 0 };
      const { state, deleted } = await untilDeleted(product, (await deleteUsers(product, input)).id, 100);
      check(
        state === 'COMPLETED' && deleted === 1,
        `deletion of learner ${id}: ${state}, ${deleted} deleted`,
      );
      gone.push(id);
    },
    async verify() {
      const users = store.db(databaseOf('auth')).collection<{ _id: number; state: string }>('users');
      const left = await users.countDocuments({ _id: { $in: gone }, state: { $ne: 'erased' } });
      check(left === 0, `${gone.length} deletions, ${left} accounts left`);
      const runs = await store.db(databaseOf('admin')).collection('deletions').countDocuments();
      check(runs === gone.length, `${gone.length} deletions requested, ${runs} carried out`);
    },
  };
}

export async function writePaths(product: Product, store: mongo.MongoClient): Promise<WritePath[]> {
  return [
    await answering(product),
    signingUp(product, store),
    paying(product, store),
    generating(product),
    deleting(product, store),
  ];
}
