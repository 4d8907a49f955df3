import { onlineMinutes, operators } from '@kumbuka/contracts';
import { datesUntil, fillDays, type Day } from '../domain/directory/day.ts';
import { funnelOf, periodsOf, type FunnelCounts } from '../domain/directory/funnel.ts';
import { matchOf, minutesBefore, type UserList, type UserQuery } from '../domain/directory/listing.ts';
import type { Actor } from '../domain/audit/audit.ts';
import type { DirectoryUser, UserTotals } from '../domain/directory/user.ts';
import type { Ports } from './ports.ts';

export const listUsers =
  ({ listing, now }: Pick<Ports, 'listing' | 'now'>) =>
  ({ filter, sort, limit, offset }: UserQuery): Promise<UserList> =>
    listing.list(matchOf(filter, now()), sort, limit, offset);

/** Reads a listed user; `null` for a deleted or unknown one. */
export const readUser =
  ({ users }: Pick<Ports, 'users'>) =>
  async (id: number): Promise<DirectoryUser | null> => {
    const [user] = await users.findMany([id]);
    return user?.state === 'listed' ? user : null;
  };

/** Reads users by actor. Omits actors without an account and ids without a row. */
export const readNames =
  ({ users }: Pick<Ports, 'users'>) =>
  async (ids: readonly (Actor | null)[]): Promise<ReadonlyMap<Actor, DirectoryUser>> => {
    const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))];
    const listed = wanted.length === 0 ? [] : await users.findMany(wanted);
    return new Map(listed.map((user) => [user.id, user]));
  };

/** Fills the cache of the listing, so that no request waits for that. */
export const prepareListing =
  ({ listing, now }: Pick<Ports, 'listing' | 'now'>) =>
  async (): Promise<void> => {
    await listing.list(matchOf({}, now()), 'created_at_desc', 1, 0);
  };

/** Minimum window, because a shorter one would miss active users until their next `user-seen`. */
const minMinutes = operators.seenLagSeconds / 60;

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
      users.countSeenSince(minutesBefore(now(), Math.max(withinMinutes, minMinutes))),
      users.countNewSince(minutesBefore(now(), dayMinutes)),
    ]);
    return { ...counted, onlineNow, withinMinutes, newLast24h };
  };

/** Reads the last days in ascending order, up to today. */
export const readDays =
  ({ days, dateOf, now }: Pick<Ports, 'days' | 'dateOf' | 'now'>) =>
  async (count: number): Promise<Day[]> => {
    const dates = datesUntil(dateOf(now()), count);
    return fillDays(dates, await days.findFrom(dates[0] ?? ''));
  };

export interface Funnel {
  now: FunnelCounts;
  before: FunnelCounts;
}

/** Counts how far the users of the last days came, and those of as many days before. */
export const readFunnel =
  ({ users, now }: Pick<Ports, 'users' | 'now'>) =>
  async (days: number): Promise<Funnel> => {
    const at = now();
    const periods = periodsOf(days, at);
    const [last, before] = await Promise.all([users.listNew(periods.now), users.listNew(periods.before)]);
    return { now: funnelOf(last, at), before: funnelOf(before, at) };
  };
