import { addUp, type DayCounts } from '../domain/directory/day.ts';
import {
  eraseUser,
  markStale,
  notePaidUntil,
  noteSeen,
  unknownUser,
  type DirectoryUser,
  type PaidPeriod,
  type Part,
} from '../domain/directory/user.ts';
import type { Ports, UnitOfWork } from './ports.ts';

/** Change of a user by an event. */
export type UserUpdate =
  | { kind: 'registered'; userId: number; at: Date }
  | { kind: 'seen'; userId: number; at: Date }
  | { kind: 'erased'; userId: number }
  | ({ kind: 'paid-until'; userId: number } & PaidPeriod)
  | { kind: 'stale'; userId: number; part: Part };

interface Counted {
  date: string;
  what: keyof DayCounts;
}

type Followed = (user: DirectoryUser, count: (what: keyof DayCounts, at: Date) => void) => DirectoryUser;

const follow =
  (update: UserUpdate, dateOf: Ports['dateOf']): Followed =>
  (user, count) => {
    switch (update.kind) {
      case 'registered':
        count('newUsers', update.at);
        return markStale(user, 'account');
      case 'seen': {
        const seen = noteSeen(user, update.at, dateOf(update.at));
        if (seen.isFirstOfDay) count('activeUsers', update.at);
        return seen.user;
      }
      case 'erased':
        return eraseUser(user);
      case 'paid-until':
        return notePaidUntil(user, update);
      case 'stale':
        return markStale(user, update.part);
    }
  };

/** Applies a batch of events to users and counts them on their days. */
export const followUsers =
  ({ dateOf }: Pick<Ports, 'dateOf'>) =>
  async (
    { users, days, batches }: Pick<UnitOfWork, 'users' | 'days' | 'batches'>,
    updates: readonly UserUpdate[],
  ): Promise<void> => {
    const ids = [...new Set(updates.map(({ userId }) => userId))];
    const before = new Map((await users.findMany(ids)).map((user) => [user.id, user]));
    const after = new Map(before);
    const counted: Counted[] = [];
    for (const each of updates) {
      const count = (what: keyof DayCounts, at: Date) => void counted.push({ date: dateOf(at), what });
      const user = after.get(each.userId) ?? unknownUser(each.userId);
      after.set(each.userId, follow(each, dateOf)(user, count));
    }
    await users.save(
      [...after.values()].map((user) => ({
        before: before.get(user.id) ?? unknownUser(user.id),
        after: user,
      })),
    );
    await days.add(addUp(counted));
    const erased = updates.flatMap(({ kind, userId }) => (kind === 'erased' ? [userId] : []));
    if (erased.length > 0) await batches.forgetUsers(erased);
  };

/** Counts an event on its day, for every user. */
export const countOnDays =
  ({ dateOf }: Pick<Ports, 'dateOf'>) =>
  async (
    { days }: Pick<UnitOfWork, 'days'>,
    what: keyof DayCounts,
    instants: readonly Date[],
  ): Promise<void> =>
    days.add(addUp(instants.map((at) => ({ date: dateOf(at), what }))));
