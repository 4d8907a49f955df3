import { randomUUID } from 'node:crypto';
import { check } from '../product/checks.ts';
import {
  deckNamed,
  giveDeck,
  namedAnswerTo,
  newLearner,
  type DeckWithCards,
  type Learner,
} from '../product/learner.ts';
import { callInstance, pairOf, type InstanceRequest } from './call.ts';
import type { Cluster, ProcessName } from './cluster.ts';

type Side = <Body>(request: InstanceRequest) => Promise<Body>;

/** Returns one instance for writes and another one for reads. */
function sidesOf(cluster: Cluster, name: ProcessName, { token }: Learner): [Side, Side] {
  const [first, second] = pairOf(cluster, name);
  const at =
    (instance: typeof first): Side =>
    async <Body>(request: InstanceRequest) =>
      (await callInstance<Body>(cluster, instance, { token, ...request })).body;
  return [at(first), at(second)];
}

const graphql = (query: string, variables: object = {}): InstanceRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
});

async function checkSettings([write, read]: [Side, Side]) {
  let seen = 0;
  for (let goal = 11; goal < 21; goal++) {
    await write({ method: 'PUT', path: '/user/stats', body: { weekly_goal: goal } });
    const { stats } = await read<{ stats: { weekly_goal: number } }>({ path: '/user' });
    if (stats.weekly_goal === goal) seen += 1;
  }
  check(seen === 10, `settings written at one instance are visible at the other: ${seen} of 10`);
}

async function checkUndo([write, read]: [Side, Side], deck: DeckWithCards) {
  const body = namedAnswerTo(deck);
  const countAt = async (side: Side) =>
    (await side<{ study_count: number }[]>({ path: '/progress' }))[0]?.study_count ?? 0;
  await write({ method: 'POST', path: '/progress', body });
  const answered = await countAt(read);
  await read(
    graphql('mutation ($input: UndoAnswerInput!) { undoAnswer(input: $input) { stats { xp } } }', {
      input: { clientEventId: body.client_event_id },
    }),
  );
  const left = await countAt(write);
  check(
    answered === 1 && left === 0,
    `an answer of one instance is undone at the other: ${answered}, then ${left}`,
  );
}

async function checkSession([write, read]: [Side, Side], deck: DeckWithCards) {
  const sessionId = randomUUID();
  for (const [index, side] of [write, read, write].entries()) {
    const body = { ...namedAnswerTo(deck, index), time_spent: 0.2, session_id: sessionId };
    await side({ method: 'POST', path: '/progress', body });
  }
  const finish = { method: 'POST', path: `/study-sessions/${sessionId}/finish` };
  const ends = await Promise.all([write<{ answered: number }>(finish), read<{ answered: number }>(finish)]);
  const [first, second] = ends.map((end) => JSON.stringify(end));
  const [{ answered }] = ends;
  check(
    first === second && answered === 3,
    `a session that ends at two instances at once is recorded once: ${answered} answers`,
  );
  const { xp } = await read<{ xp: number }>({ path: '/user' });
  check(xp === 10, `its XP counted once: ${xp}`);
}

async function checkDecks([write, read]: [Side, Side], { deckId }: DeckWithCards) {
  let seen = 0;
  for (let n = 0; n < 10; n++) {
    const title = `Named at one, ${n}`;
    await write({ method: 'PUT', path: `/decks/${deckId}`, body: deckNamed(title) });
    if ((await read<{ title: string }>({ path: `/decks/${deckId}` })).title === title) seen += 1;
  }
  check(seen === 10, `a deck changed at one instance is visible at the other: ${seen} of 10`);
}

async function checkAccount([write, read]: [Side, Side]) {
  const username = `renamed-${randomUUID().slice(0, 8)}`;
  await write(
    graphql('mutation ($input: ChangeUsernameInput!) { changeUsername(input: $input) { username } }', {
      input: { username },
    }),
  );
  const { data } = await read<{ data: { viewer: { username: string } } }>(graphql('{ viewer { username } }'));
  check(data.viewer.username === username, 'a username changed at one instance is visible at the other');
}

/** Checks that a write at one instance is visible at another one at once. */
export async function checkReadAfterWrite(cluster: Cluster) {
  const learner = await newLearner(cluster.rest, 'elsewhere');
  const deck = await giveDeck(learner, 3);
  const study = sidesOf(cluster, 'study-progress', learner);
  await checkSettings(study);
  await checkUndo(study, deck);
  await checkSession(study, deck);
  await checkDecks(sidesOf(cluster, 'decks', learner), deck);
  await checkAccount(sidesOf(cluster, 'auth', learner));
}
