import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, endTrial, problems } from './checks.ts';
import {
  answerTo,
  queryGraphQL,
  giveDeck,
  learnerAt,
  newLearner,
  type DeckWithCards,
  type Learner,
} from './learner.ts';
import { show, spreadOf } from './measure.ts';
import { startProduct, type Product } from './product.ts';

/** Ready is no earlier than it says: after every start the very first calls at each edge succeed at once. */
const starts = Number(process.env['STARTS'] ?? 10);
const args = process.argv.slice(2);
const viewer = '{ viewer { username decks { items { title } } stats { streak } } }';

interface Account {
  learner: Learner;
  deck: DeckWithCards;
}

async function prepare(dataDir: string): Promise<Account> {
  const product = await startProduct({ dataDir, args });
  const learner = await newLearner(product.rest, 'early');
  const account = { learner, deck: await giveDeck(learner, 3) };
  await product.stop();
  return account;
}

const page = async (address: string) => ({ status: (await fetch(address)).status });

/** One call of each kind, none of which was made before in this start. */
function firstCalls({ rest, graphql, web }: Product, { learner: account, deck }: Account) {
  const learner = learnerAt(rest, account);
  const { email, password } = account;
  return {
    'GET /decks': learner.call('GET', '/decks'),
    'GET /user': learner.call('GET', '/user'),
    'GET /dashboard': learner.call('GET', '/dashboard'),
    'POST /progress': learner.call('POST', '/progress', answerTo(deck)),
    'POST /login': learner.call('POST', '/login', { email, password }),
    'the graph': queryGraphQL(graphql, learner, viewer, {}),
    'the graph by way of the web': queryGraphQL(new URL('/graphql', web).href, learner, viewer, {}),
    'the first page': page(web),
  };
}

async function tryOnce(dataDir: string, account: Account): Promise<number> {
  const product = await startProduct({ dataDir, args });
  try {
    for (const [name, call] of Object.entries(firstCalls(product, account))) {
      const { status } = await call.catch((error: unknown) => ({ status: String(error) }));
      if (status !== 200 && status !== 201) check(false, `${name} was answered with ${status}`);
    }
    return product.startedInMs;
  } finally {
    await product.stop();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-restarts-'));
try {
  const account = await prepare(dataDir);
  const times: number[] = [];
  for (let n = 0; n < starts; n++) times.push(await tryOnce(dataDir, account));
  check(problems.length === 0, `the first calls of ${starts} starts were answered`);
  const { p50 } = spreadOf(times);
  console.log(`       ready after ${show(p50)} ms, ${show(Math.max(...times))} ms at most`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
endTrial();
