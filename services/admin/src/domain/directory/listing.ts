import type { UserSort } from '@kumbuka/contracts';
import type { DirectoryUser } from './user.ts';

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

/** Of each listed user what lists are narrowed by and put in order by; times in milliseconds. */
export interface Listed {
  id: number;
  isDemo: boolean;
  isVerified: boolean;
  /** Folded and `inByteOrder`, as the address is. */
  name: string;
  email: string;
  createdAt: number;
  /** Never is longest ago. */
  seenAt: number;
  /** Who stays goes last. */
  expiresAt: number;
}

/**
 * The text with its code units exchanged so that comparing them puts texts in the order of their bytes in UTF-8, as
 * databases do: pairs for what is beyond the basic plane come last. What a text contains, it contains exchanged too.
 */
export const inByteOrder = (text: string): string =>
  text.replaceAll(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
  });

const fits = (is: boolean, wanted: boolean | undefined) => wanted === undefined || is === wanted;

/** Whether a user is in the list that is asked for. */
export function isIn({ searchKey, seenSince, isDemo, isVerified }: UserMatch): (listed: Listed) => boolean {
  const since = seenSince?.getTime() ?? -Infinity;
  const text = inByteOrder(searchKey ?? '');
  return (listed) =>
    fits(listed.isDemo, isDemo) &&
    fits(listed.isVerified, isVerified) &&
    listed.seenAt >= since &&
    (listed.name.includes(text) || listed.email.includes(text));
}

type Key = string | number;
const keys = {
  created_at: ({ createdAt }: Listed) => createdAt,
  username: ({ name }: Listed) => name,
  email: ({ email }: Listed) => email,
  last_seen: ({ seenAt }: Listed) => seenAt,
  demo_expires_at: ({ expiresAt }: Listed) => expiresAt,
};

const keyOf: Record<UserSort, [(listed: Listed) => Key, 1 | -1]> = {
  created_at_asc: [keys.created_at, 1],
  created_at_desc: [keys.created_at, -1],
  username_asc: [keys.username, 1],
  username_desc: [keys.username, -1],
  email_asc: [keys.email, 1],
  email_desc: [keys.email, -1],
  last_seen_asc: [keys.last_seen, 1],
  last_seen_desc: [keys.last_seen, -1],
  demo_expires_at_asc: [keys.demo_expires_at, 1],
  demo_expires_at_desc: [keys.demo_expires_at, -1],
};

/** The order of a list; ties go by id. */
export function orderOf(sort: UserSort): (left: Listed, right: Listed) => number {
  const [key, direction] = keyOf[sort];
  return (left, right) => {
    const [one, other] = [key(left), key(right)];
    return direction * (one === other ? left.id - right.id : one < other ? -1 : 1);
  };
}
