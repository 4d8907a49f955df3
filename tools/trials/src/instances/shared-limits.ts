import { generation } from '@kumbuka/contracts';
import { check } from '../product/checks.ts';
import { newLearner, type Learner } from '../product/learner.ts';
import {
  callBoth,
  callInstance,
  countsOf,
  pairOf,
  showCounts,
  type InstanceRequest,
  type InstanceResponse,
} from './call.ts';
import type { Cluster, ProcessName } from './cluster.ts';

/** Limits low enough for the trial to reach, and high enough for the load. */
export const limitsOfTrial = {
  WRITES_PER_MINUTE: '600',
  ANSWERS_PER_MINUTE: '1000000',
  READS_PER_MINUTE: '1000000000',
  GENERATIONS_PER_MINUTE: '20',
};
const writes = Number(limitsOfTrial.WRITES_PER_MINUTE);
const generations = Number(limitsOfTrial.GENERATIONS_PER_MINUTE);
const excessRequests = 4;
const loginFailures = 10;

/** Calls the instances of some kinds in turn. */
async function callRoundRobin(
  cluster: Cluster,
  names: readonly ProcessName[],
  count: number,
  request: InstanceRequest,
) {
  const instances = names.flatMap((name) => pairOf(cluster, name));
  const responses: InstanceResponse<unknown>[] = [];
  const each = Math.ceil(count / instances.length);
  await Promise.all(
    instances.map(async (instance, index) => {
      const mine = Math.min(each, count - index * each);
      for (let n = 0; n < mine; n++) responses.push(await callInstance(cluster, instance, request));
    }),
  );
  return countsOf(responses);
}

/** Calls two instances at the same moment, repeatedly. */
async function inPairs(cluster: Cluster, name: ProcessName, count: number, request: InstanceRequest) {
  const responses: InstanceResponse<unknown>[] = [];
  while (responses.length < count) responses.push(...(await callBoth(cluster, name, request)));
  return countsOf(responses);
}

async function checkWrites(cluster: Cluster, { token }: Learner) {
  // Rejected writes count too and create nothing.
  const request = { method: 'PUT', path: '/user/stats', token, body: { weekly_goal: 0 } };
  const counts = await callRoundRobin(cluster, ['study-progress'], writes + excessRequests, request);
  check(
    counts['VALIDATION'] === writes && counts['RATE_LIMITED'] === excessRequests,
    `${writes} writes per minute at two instances together: ${showCounts(counts)}`,
  );
  const deck = await callRoundRobin(cluster, ['decks'], 2, {
    method: 'POST',
    path: '/decks',
    token,
    body: {},
  });
  check(deck['RATE_LIMITED'] === 2, 'the instances of decks reject further writes');
}

async function checkLogins(cluster: Cluster, { email, password }: Learner) {
  const wrong = { method: 'POST', path: '/login', body: { email, password: 'not the password' } };
  const counts = await callRoundRobin(cluster, ['auth'], loginFailures + excessRequests, wrong);
  check(
    counts['INVALID_CREDENTIALS'] === loginFailures && counts['RATE_LIMITED'] === excessRequests,
    `${loginFailures} wrong passwords at two instances together: ${showCounts(counts)}`,
  );
  const right = await callRoundRobin(cluster, ['auth'], 2, { ...wrong, body: { email, password } });
  check(right['RATE_LIMITED'] === 2, 'the account is locked at both');
}

const text =
  'Photosynthesis is the process by which plants turn light into sugar. Osmosis is the movement of water through a membrane. Mitosis is the division of a cell into two equal cells.';

const generateRequest = ({ token }: Learner): InstanceRequest => ({
  method: 'POST',
  path: '/ai/generate',
  token,
  body: { text, count: 6 },
});

async function checkGenerations(cluster: Cluster, learner: Learner) {
  const counts = await inPairs(cluster, 'ai', generations + excessRequests, generateRequest(learner));
  check(
    counts['200'] === generation.promptsPerMonth,
    `${generation.promptsPerMonth} prompts per month at two instances together: ${showCounts(counts)}`,
  );
  check(
    counts['RATE_LIMITED'] === excessRequests,
    `${generations} generations per minute at two instances together`,
  );
}

/** Without Redis, each process keeps its own windows. */
async function checkWithoutRedis(cluster: Cluster, learner: Learner) {
  const count = 2 * (generations + excessRequests);
  const counts = await inPairs(cluster, 'ai', count, generateRequest(learner));
  check(
    counts['RATE_LIMITED'] === 2 * excessRequests && counts['200'] === generation.promptsPerMonth,
    `without Redis ${generations} generations per minute at each instance, and no further prompt: ${showCounts(counts)}`,
  );
}

/** Checks that a limit of N is N in total, not N per instance, also for lock-outs and prompts. */
export async function checkSharedLimits(cluster: Cluster) {
  const learner = await newLearner(cluster.rest, 'limited');
  await Promise.all([checkWrites(cluster, learner), checkLogins(cluster, learner)]);
  await checkGenerations(cluster, await newLearner(cluster.rest, 'prompted'));
  const other = await newLearner(cluster.rest, 'unlimited');
  await cluster.withoutRedis(() => checkWithoutRedis(cluster, other));
}
