import { randomUUID } from 'node:crypto';
import { check } from '../product/checks.ts';
import {
  countOf,
  deckNamed,
  giveDeck,
  namedAnswerTo,
  newLearner,
  type DeckWithCards,
  type Learner,
} from '../product/learner.ts';
import { callBoth, type InstanceResponse } from './call.ts';
import type { Cluster } from './cluster.ts';

const rounds = 10;
const text =
  'Photosynthesis is the process by which plants turn light into sugar. Osmosis is the movement of water through a membrane. Mitosis is the division of a cell into two equal cells. Evaporation is the change of a liquid into a gas.';

const keyed = () => ({ 'idempotency-key': randomUUID() });

function isSameResource(
  responses: readonly InstanceResponse<{ id?: number; generation_id?: number }>[],
): boolean {
  const [first, second] = responses;
  const idOf = ({ body }: InstanceResponse<{ id?: number; generation_id?: number }>) =>
    body.id ?? body.generation_id;
  return first?.status === second?.status && first !== undefined && second !== undefined
    ? first.status < 300 && idOf(first) === idOf(second)
    : false;
}

async function makeDecks(cluster: Cluster, learner: Learner) {
  let same = 0;
  for (let n = 0; n < rounds; n++) {
    const request = {
      method: 'POST',
      path: '/decks',
      token: learner.token,
      headers: keyed(),
      body: deckNamed(`Twice ${n}`),
    };
    if (isSameResource(await callBoth(cluster, 'decks', request))) same += 1;
  }
  const made = (await countOf(learner, '/decks')) - 1;
  check(
    same === rounds && made === rounds,
    `one key at two instances of decks: ${rounds} times, ${made} decks made`,
  );
}

async function recordAnswers(cluster: Cluster, learner: Learner, deck: DeckWithCards) {
  let recorded = 0;
  for (let n = 0; n < rounds; n++) {
    const body = namedAnswerTo(deck);
    const request = { method: 'POST', path: '/progress', token: learner.token, headers: keyed(), body };
    const responses = await callBoth(cluster, 'study-progress', request);
    if (responses.every(({ status }) => status === 201)) recorded += 1;
  }
  const { body } = await learner.call<{ study_count: number }[]>('GET', '/progress');
  const counted = body[0]?.study_count ?? 0;
  check(
    recorded === rounds && counted === rounds,
    `one key at two instances of study-progress: ${rounds} times, ${counted} answers counted`,
  );
}

async function signUp(cluster: Cluster) {
  const tag = randomUUID().slice(0, 8);
  const body = { email: `${tag}@example.test`, username: `twin-${tag}`, password: `pass-${tag}-word` };
  const responses = await callBoth<{ id?: number }>(cluster, 'auth', {
    method: 'POST',
    path: '/signup',
    headers: keyed(),
    body,
  });
  check(isSameResource(responses), 'one key at two instances of auth: one account');
}

async function generate(cluster: Cluster, { token }: Learner) {
  const body = { text, count: 6 };
  const request = { method: 'POST', path: '/ai/generate', token, headers: keyed(), body };
  const send = () => callBoth<{ generation_id?: number }>(cluster, 'ai', request);
  let responses = await send();
  // The first generation takes longer than a retry waits.
  while (responses.some(({ code }) => code === 'IN_PROGRESS')) responses = await send();
  check(isSameResource(responses), 'one key at two instances of ai: one generation');
}

/** Checks that the same Idempotency-Key at two instances at the same moment takes effect once. */
export async function checkSameKey(cluster: Cluster) {
  const learner = await newLearner(cluster.rest, 'twice');
  const deck = await giveDeck(learner, 1);
  await makeDecks(cluster, learner);
  await recordAnswers(cluster, learner, deck);
  await signUp(cluster);
  await generate(cluster, learner);
}
