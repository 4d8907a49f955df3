import { serverTimeHeader } from '@kumbuka/contracts/constants';

/** Milliseconds by which the server's clock is ahead of this browser's. */
let aheadMs = 0;

/** Readings of this device's clock and of its monotonic clock when the server's time was last learnt. */
let learnt: { wall: number; steady: number } | null = null;

/** Times may name whole seconds, and right clocks differ by a little. */
const resolutionMs = 1_000;
const slackMs = 2_000;

/** The server's time in a response of our servers; `null` in that of another program, such as a proxy or a hotspot. */
export const serverTimeOf = ({ headers }: Response): string | null =>
  /^application\/([\w-]+\+)?json\b/.test(headers.get('content-type') ?? '')
    ? headers.get(serverTimeHeader)
    : null;

/**
 * Learns the server's time from a response, which was written between sending and receiving. The current
 * offset stays while it fits in there, however slow the network is, and a right clock keeps the offset 0. Ignores a
 * response during which the clock was set or the device slept: `tookMs` is its duration by the monotonic clock.
 */
export function learnServerTime(
  time: string | null,
  sentAt: number,
  receivedAt: number,
  tookMs = receivedAt - sentAt,
): void {
  const serverTime = Date.parse(time ?? '');
  if (Number.isNaN(serverTime) || Math.abs(receivedAt - sentAt - tookMs) > slackMs) return;
  learnt = { wall: Date.now(), steady: performance.now() };
  const [min, max] = [serverTime - receivedAt, serverTime + resolutionMs - sentAt];
  const fits = (ms: number) => ms >= min - slackMs && ms <= max + slackMs;
  if (fits(aheadMs)) return;
  aheadMs = fits(0) ? 0 : (min + max) / 2;
}

/** Now by the server's clock, in milliseconds, for times that are compared with the server's or sent to it. */
export const serverNow = (): number => Date.now() + aheadMs;

/** Last known lead of the server's clock in milliseconds. */
export const clockAhead = (): number => aheadMs;

/** Whether this page has not learnt the server's time yet, as after a start without a network. */
export const isServerTimeUnknown = (): boolean => learnt === null;

/** Whether this device's clock was set, or the device slept, since the last response with the server's time. */
export function isClockUnsure(): boolean {
  if (!learnt) return false;
  const passed = Date.now() - learnt.wall;
  return Math.abs(passed - (performance.now() - learnt.steady)) > slackMs;
}
