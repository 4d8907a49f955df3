import { onlineMinutes, operators } from '@kumbuka/contracts';
import { datesUntil, fillDays, type Day } from '../domain/directory/day.ts';
import { matchOf, minutesBefore, type UserList, type UserQuery } from '../domain/directory/listing.ts';
import type { Actor } from '../domain/audit/audit.ts';
import type { DirectoryUser, UserTotals } from '../domain/directory/user.ts';
import type { Ports } from './ports.ts';

export const listUsers =
  ({ listing, now }: Pick<Ports, 'listing' | 'now'>) =>
  ({ filter, sort, limit, offset }: UserQuery): Promise<UserList> =>
    listing.list(matchOf(filter, now()), sort, limit, offset);

/** One listed user; `null` for one whose account was deleted, or who never existed. */
export const readUser =
  ({ users }: Pick<Ports, 'users'>) =>
  async (id: number): Promise<DirectoryUser | null> => {
    const [user] = await users.findMany([id]);
    return user?.state === 'listed' ? user : null;
  };

/** Users by their ids, all read at once. Leaves out ids without a row and callers without an account. */
export const readNames =
  ({ users }: Pick<Ports, 'users'>) =>
  async (ids: readonly (Actor | null)[]): Promise<ReadonlyMap<Actor, DirectoryUser>> => {
    const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))];
    const listed = wanted.length === 0 ? [] : await users.findMany(wanted);
    return new Map(listed.map((user) => [user.id, user]));
  };

/** Rebuilds missing and outdated pages of the listing and reads it once, so that no request has to wait for that. */
export const prepareListing =
  ({ listing, transact, now }: Pick<Ports, 'listing' | 'transact' | 'now'>) =>
  async (): Promise<void> => {
    for (const page of await listing.formerPages()) await transact((unit) => unit.listing.rewritePage(page));
    await listing.list(matchOf({}, now()), 'created_at_desc', 1, 0);
  };

/** A shorter window would lose active users until their next `user-seen`. */
const leastMinutes = operators.seenLagSeconds / 60;

export interface Stats extends UserTotals {
  onlineNow: number;
  withinMinutes: number;
  newLast24h: number;
}

const dayMinutes = 24 * 60;

export const readStats =
  ({ users, totals, now }: Pick<Ports, 'users' | 'totals' | 'now'>) =>
  async (within: number): Promise<Stats> => {
    const withinMinutes = onlineMinutes(within);
    const [counted, onlineNow, newLast24h] = await Promise.all([
      totals.find(),
      users.countSeenSince(minutesBefore(now(), Math.max(withinMinutes, leastMinutes))),
      users.countNewSince(minutesBefore(now(), dayMinutes)),
    ]);
    return { ...counted, onlineNow, withinMinutes, newLast24h };
  };

/** The last days, oldest first, today last. */
export const readDays =
  ({ days, dateOf, now }: Pick<Ports, 'days' | 'dateOf' | 'now'>) =>
  async (count: number): Promise<Day[]> => {
    const dates = datesUntil(dateOf(now()), count);
    return fillDays(dates, await days.findFrom(dates[0] ?? ''));
  };
