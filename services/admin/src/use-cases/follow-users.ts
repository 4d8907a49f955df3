import { addUp, type DayCounts } from '../domain/directory/day.ts';
import {
  eraseUser,
  markStale,
  notePaid,
  noteShortened,
  noteSeen,
  unknownUser,
  type DirectoryUser,
  type PaidNews,
  type Part,
} from '../domain/directory/user.ts';
import type { Ports, UnitOfWork } from './ports.ts';

/** What an event tells of a user. */
export type UserNews =
  | { kind: 'registered'; userId: number; at: Date }
  | { kind: 'seen'; userId: number; at: Date }
  | { kind: 'erased'; userId: number }
  | ({ kind: 'paid' | 'shortened'; userId: number } & PaidNews)
  | { kind: 'stale'; userId: number; part: Part };

interface Counted {
  date: string;
  what: keyof DayCounts;
}

type Followed = (user: DirectoryUser, count: (what: keyof DayCounts, at: Date) => void) => DirectoryUser;

const follow =
  (news: UserNews, dateOf: Ports['dateOf']): Followed =>
  (user, count) => {
    switch (news.kind) {
      case 'registered':
        count('newUsers', news.at);
        return markStale(user, 'account');
      case 'seen': {
        const seen = noteSeen(user, news.at, dateOf(news.at));
        if (seen.isFirstOfDay) count('activeUsers', news.at);
        return seen.user;
      }
      case 'erased':
        return eraseUser(user);
      case 'paid':
        return notePaid(user, news);
      case 'shortened':
        return noteShortened(user, news);
      case 'stale':
        return markStale(user, news.part);
    }
  };

/** Keeps what events tell of users, as many as come at once. */
export const followUsers =
  ({ dateOf }: Pick<Ports, 'dateOf'>) =>
  async ({ users, days }: Pick<UnitOfWork, 'users' | 'days'>, news: readonly UserNews[]): Promise<void> => {
    const ids = [...new Set(news.map(({ userId }) => userId))];
    const before = new Map((await users.findMany(ids)).map((user) => [user.id, user]));
    const after = new Map(before);
    const counted: Counted[] = [];
    for (const each of news) {
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
  };

/** Counts what happened on its day, whoever did it. */
export const countOnDays =
  ({ dateOf }: Pick<Ports, 'dateOf'>) =>
  async (
    { days }: Pick<UnitOfWork, 'days'>,
    what: keyof DayCounts,
    instants: readonly Date[],
  ): Promise<void> =>
    days.add(addUp(instants.map((at) => ({ date: dateOf(at), what }))));
