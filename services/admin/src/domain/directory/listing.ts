import type { UserSort } from '@kumbuka/contracts';
import type { DirectoryUser, UserTotals } from './user.ts';

/** Which users to list; absent means all. */
export interface UserFilter {
  /** Part of the username or of the e-mail. */
  search?: string | undefined;
  /** Seen within so many minutes. */
  activeWithin?: number | undefined;
  isDemo?: boolean | undefined;
  isVerified?: boolean | undefined;
}

/** The same as a store is asked for it. */
export interface UserMatch {
  searchKey: string | null;
  seenSince: Date | null;
  isDemo: boolean | undefined;
  isVerified: boolean | undefined;
}

export interface UserQuery {
  filter: UserFilter;
  sort: UserSort;
  limit: number;
  offset: number;
}

export interface UserList {
  total: number;
  items: DirectoryUser[];
}

/** Names and addresses are searched and sorted by this key: any case, composed and decomposed accents alike. */
export const foldName = (text: string): string =>
  text.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

export const minutesBefore = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

export const matchOf = ({ search, activeWithin, isDemo, isVerified }: UserFilter, now: Date): UserMatch => ({
  searchKey: search === undefined || search === '' ? null : foldName(search),
  seenSince: activeWithin === undefined ? null : minutesBefore(now, activeWithin),
  isDemo,
  isVerified,
});

/** How many users match by the maintained counts; null where counts do not know. */
export function countedBy(totals: UserTotals, match: UserMatch): number | null {
  if (match.searchKey !== null || match.seenSince !== null) return null;
  const ofKind = (isVerified: boolean | undefined, all: number, verified: number) =>
    isVerified === undefined ? all : isVerified ? verified : all - verified;
  const { users, verified, demo, verifiedDemo } = totals;
  const demos = ofKind(match.isVerified, demo, verifiedDemo);
  if (match.isDemo === undefined) return ofKind(match.isVerified, users, verified);
  return match.isDemo ? demos : ofKind(match.isVerified, users, verified) - demos;
}
