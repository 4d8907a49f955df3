import { prepareCollections } from '@kumbuka/service-kit';
import { seededRandom } from '@kumbuka/testing/servers';
import type { Connection } from 'mongoose';
import { eraseUser, unknownUser, type DirectoryUser } from '../domain/directory/user.ts';
import { createUserStore } from '../store/user-store.ts';

const count = 1_200;
/** Reference time of the random users. */
export const now = Date.parse('2026-03-01T12:00:00Z');
export const minuteMs = 60_000;

// The last two sort differently by code units and by bytes.
const syllables = ['am', 'Ji', 'nã', 'wa', 'ru', 'KO', 'e', '\u{ff5e}', '\u{1f600}'];
export const { below: random } = seededRandom(7);
export const aName = () =>
  Array.from({ length: 2 + random(3) }, () => syllables[random(syllables.length)]).join('');

export function aUser(id: number): DirectoryUser {
  const username = `${aName()}${random(30)}`;
  const isDemo = random(4) === 0;
  return {
    ...unknownUser(id),
    state: random(10) === 0 ? 'unknown' : 'listed',
    username,
    email: `${username.toLowerCase()}.${id}@${random(2) === 0 ? 'a.example' : 'b.example'}`,
    isDemo,
    isVerified: random(3) > 0,
    createdAt: new Date(now - random(500) * minuteMs),
    lastSeenAt: random(3) === 0 ? null : new Date(now - random(300) * minuteMs),
    demoExpiresAt: isDemo && random(2) === 0 ? new Date(now + random(90) * minuteMs) : null,
  };
}

/** Fills the directory with random users, of whom some were renamed and some erased. */
export async function saveRandomUsers(connection: Connection): Promise<DirectoryUser[]> {
  const store = createUserStore(connection);
  await prepareCollections(connection);
  const users = Array.from({ length: count }, (_, index) => aUser(index + 1));
  await store.save(users.map((after) => ({ before: unknownUser(after.id), after })));
  const renamed = users.slice(0, 50).map((before) => ({ before, after: { ...before, username: aName() } }));
  const gone = users.slice(50, 80).map((before) => ({ before, after: eraseUser(before) }));
  await store.save([...renamed, ...gone]);
  return [...renamed.map(({ after }) => after), ...gone.map(({ after }) => after), ...users.slice(80)];
}
