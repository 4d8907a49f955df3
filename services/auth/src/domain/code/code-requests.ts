import type { CodePurpose } from './code.ts';

/** Request that counts against the limits. */
export interface CountedRequest {
  purpose: CodePurpose;
  at: Date;
}

/** Codes requested for an email address within the last hour, with or without an account. */
export interface CodeRequests {
  /** Keyed hash of the normalised address. */
  emailMac: string;
  requests: readonly CountedRequest[];
  /** Times within the last day at which codes were locked after failed attempts. */
  locks: readonly Date[];
  /** Incremented by each change; 0 before the first. */
  version: number;
}

export interface CodeRequestRules {
  /**
   * Minimum seconds between two codes of one purpose and after a first locked code; doubled by each further
   * one.
   */
  resendSeconds: number;
  /** Codes per hour and address, for all purposes. */
  perHour: number;
}

const secondMs = 1000;
const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
/** Later times come from a fast clock and are ignored. */
const aheadSeconds = 60;

export const noCodeRequests = (emailMac: string): CodeRequests => ({
  emailMac,
  requests: [],
  locks: [],
  version: 0,
});

const secondsFrom = (at: Date, now: Date) => (now.getTime() - at.getTime()) / secondMs;
const secondsSince = (at: Date, now: Date) => Math.max(0, secondsFrom(at, now));
const isWithin = (seconds: number, at: Date, now: Date) =>
  secondsFrom(at, now) < seconds && secondsFrom(at, now) >= -aheadSeconds;

/** Requests that still count. */
export const recentRequests = (requests: readonly CountedRequest[], now: Date): CountedRequest[] =>
  requests.filter(({ at }) => isWithin(hourSeconds, at, now));

const recentLocks = (locks: readonly Date[], now: Date) =>
  locks.filter((at) => isWithin(daySeconds, at, now));

/** Remaining seconds of the penalty for locked codes; it doubles with each, up to an hour. */
function waitAfterLocks(locks: readonly Date[], now: Date, { resendSeconds }: CodeRequestRules): number {
  const recent = recentLocks(locks, now).toSorted((a, b) => a.getTime() - b.getTime());
  const last = recent.at(-1);
  if (!last) return 0;
  const wait = Math.min(resendSeconds * 2 ** (recent.length - 1), Math.max(resendSeconds, hourSeconds));
  return wait - secondsSince(last, now);
}

/** Seconds until the next code of this purpose may be requested; 0 for now. */
export function secondsUntilNextCode(
  { requests, locks }: Pick<CodeRequests, 'requests' | 'locks'>,
  purpose: CodePurpose,
  now: Date,
  rules: CodeRequestRules,
): number {
  const recent = recentRequests(requests, now).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const last = recent.findLast((request) => request.purpose === purpose);
  const blocking = recent.at(-rules.perHour);
  const untilResend = last ? rules.resendSeconds - secondsSince(last.at, now) : 0;
  const untilHour = blocking ? hourSeconds - secondsSince(blocking.at, now) : 0;
  return Math.max(0, Math.ceil(Math.max(untilResend, untilHour, waitAfterLocks(locks, now, rules))));
}

const changed = (requests: CodeRequests, fields: Partial<CodeRequests>): CodeRequests => ({
  ...requests,
  ...fields,
  version: requests.version + 1,
});

/** Adds a request and removes expired ones. */
export const addCodeRequest = (requests: CodeRequests, purpose: CodePurpose, now: Date): CodeRequests =>
  changed(requests, {
    requests: [...recentRequests(requests.requests, now), { purpose, at: now }],
    locks: recentLocks(requests.locks, now),
  });

/** Records a locked code. */
export const noteLock = (requests: CodeRequests, now: Date): CodeRequests =>
  changed(requests, {
    requests: recentRequests(requests.requests, now),
    locks: [...recentLocks(requests.locks, now), now],
  });
