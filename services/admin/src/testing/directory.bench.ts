import { userSorts } from '@kumbuka/contracts';
import { startStack } from '@kumbuka/testing';
import mongoose from 'mongoose';
import { unknownUser, type DirectoryUser } from '../domain/directory/user.ts';
import { createUserStore } from '../store/user-store.ts';
import { adminKey, startAdmin } from './admin-suite.ts';

/**
 * Bench of the directory with 100,000 users (`USERS`) on the embedded server. Requests every filter, order and search of the
 * list over HTTP. The goal is 100 ms; fails when the median of one query takes three times as long.
 */
const users = Number(process.env['USERS'] ?? 100_000);
const rounds = Number(process.env['ROUNDS'] ?? 5);
const wantedMs = 100;
const worstMs = 3 * wantedMs;
const savedAtOnce = 1_000;
const minuteMs = 60_000;
const dayMinutes = 24 * 60;

const names = [
  'amina',
  'wanjiku',
  'otieno',
  'akinyi',
  'juma',
  'zawadi',
  'baraka',
  'neema',
  'kamau',
  'chebet',
];
const domains = ['example.org', 'example.com', 'school.example', 'mail.example'];

/** Creates a user: a tenth are demo users, 80 % are verified, one of 200 is online, most were seen within two months. */
function userOf(id: number, now: number): DirectoryUser {
  const spread = (id * 7_919) % users;
  const username = `${names[id % names.length]}${spread}`;
  const isDemo = id % 10 === 0;
  const seenMinutesAgo = id % 200 === 0 ? id % 5 : 10 + (spread % (60 * dayMinutes));
  return {
    ...unknownUser(id),
    state: 'listed',
    username,
    email: `${username}@${domains[id % domains.length]}`,
    isDemo,
    isVerified: id % 5 > 0,
    createdAt: new Date(now - (users - id) * minuteMs),
    lastSeenAt: id % 3 === 0 ? null : new Date(now - seenMinutesAgo * minuteMs),
    demoExpiresAt: isDemo ? new Date(now + (1 + (spread % 365)) * dayMinutes * minuteMs) : null,
    decks: id % 7,
    cards: id % 300,
    answers: id % 5_000,
  };
}

type Query = Record<string, string>;
const filters: Query[] = [
  {},
  { is_demo: 'true' },
  { is_demo: 'false' },
  { email_verified: 'true' },
  { is_demo: 'true', email_verified: 'false' },
  { active_within: '5' },
  { active_within: '1440' },
  { active_within: '20000', is_demo: 'true' },
  { active_within: '20000' },
  { active_within: '525600' },
];
const searches = ['amina4711', 'amina', 'a', '1', '@school.example', 'nobody at all', 'na99'];
const everySort = (query: Query) => userSorts.map((sort) => ({ ...query, sort }));
const queries: Query[] = [
  ...filters.flatMap(everySort),
  ...searches.flatMap((q) => [
    { q },
    { q, is_demo: 'true' },
    { q, offset: String(users / 20) },
    ...everySort({ q, limit: '1000' }),
    ...everySort({ q, active_within: '1440' }),
    ...everySort({ q, active_within: '525600', offset: String(users / 10) }),
  ]),
  ...everySort({ limit: '1000' }),
  ...everySort({ offset: String(users / 2) }),
  ...everySort({ offset: String(users - 20) }),
  ...everySort({ active_within: '525600', limit: '1000', offset: String(Math.floor(users / 3)) }),
  { limit: '1000', sort: 'last_seen_desc', email_verified: 'true' },
];

const nameOf = (query: Query) => new URLSearchParams(query).toString() || 'all';
const share = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;
const median = (values: readonly number[]) => share(values, 0.5);

const stack = await startStack();
const admin = await startAdmin({ stack, overrides: { refreshMs: 24 * 60 * minuteMs } });
const connection = await mongoose.createConnection(stack.mongo.uri('kumbuka_admin')).asPromise();

async function seed() {
  const store = createUserStore(connection);
  const now = Date.now();
  for (let start = 1; start <= users; start += savedAtOnce)
    await store.save(
      Array.from({ length: Math.min(savedAtOnce, users - start + 1) }, (_, index) => ({
        before: unknownUser(start + index),
        after: userOf(start + index, now),
      })),
    );
}

const headers = { 'x-admin-key': adminKey };

async function timeOnce(path: string, query: Query): Promise<number> {
  const began = performance.now();
  const { status } = await admin.rest('GET', path, { headers, query });
  if (status !== 200) throw new Error(`${path} responded with ${status}.`);
  return performance.now() - began;
}

async function timesOf(path: string, query: Query): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timeOnce(path, query));
  return times;
}

const began = performance.now();
await seed();
console.log(`${users} users seeded in ${Math.round((performance.now() - began) / 1_000)} s\n`);

/** First request, before the process has cached anything. */
const firstMs = await timeOnce('/admin/users/list', {});
const measured: { name: string; ms: number; times: number[] }[] = [];
async function measure(name: string, path: string, query: Query) {
  const times = await timesOf(path, query);
  measured.push({ name, ms: median(times), times });
}
for (const query of queries) await measure(nameOf(query), '/admin/users/list', query);
await measure('stats', '/admin/users/stats', { within: '120' });

for (const { name, ms } of measured.toSorted((a, b) => b.ms - a.ms).slice(0, 25))
  console.log(`${ms.toFixed(1).padStart(8)} ms  ${name}`);
const all = measured.map(({ ms }) => ms);
const each = measured.flatMap(({ times }) => times);
const over = (values: readonly number[], limit: number) => values.filter((ms) => ms > limit).length;
const heldMb = Math.round(process.memoryUsage().rss / 2 ** 20);
console.log(
  `\n${all.length} queries by their medians: median ${median(all).toFixed(1)} ms, 95 % within ${share(all, 0.95).toFixed(1)} ms, ` +
    `${over(all, wantedMs)} over ${wantedMs} ms, ${over(all, worstMs)} over ${worstMs} ms`,
);
console.log(
  `${each.length} requests: 95 % within ${share(each, 0.95).toFixed(1)} ms, ${over(each, wantedMs)} over ${wantedMs} ms; the first one ${firstMs.toFixed(0)} ms; ${heldMb} MB with the embedded stack`,
);
await connection.close();
await admin.stop();
await stack.stop();
process.exit(over(all, worstMs) === 0 ? 0 : 1);
