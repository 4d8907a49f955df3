import { serverTimeHeader } from '@kumbuka/contracts/constants';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../apollo/client.ts';
import { CurrentPlanDocument } from '../plan/plan.generated.ts';
import { isClockUnsure, learnServerTime, serverNow } from './server-clock.ts';

const hour = 3_600_000;
const ahead = () => serverNow() - Date.now();
const learn = (aheadMs: number, tookMs = 20) => {
  const sentAt = Date.now() - tookMs;
  learnServerTime(new Date(sentAt + tookMs / 2 + aheadMs).toUTCString(), sentAt, Date.now());
};

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-22T08:00:00.700Z') }));
afterEach(() => {
  learn(0);
  vi.unstubAllGlobals();
});

it.each([hour, -hour, 24 * hour])(
  'the server clock knows the server’s time although the device’s clock is off by %i ms',
  (off) => {
    learn(off);
    expect(Math.abs(ahead() - off)).toBeLessThan(1_000);
  },
);

it('the server clock does not correct a clock that is right, even on a slow network', () => {
  for (const tookMs of [5, 300, 18_000]) {
    learn(0, tookMs);
    expect(ahead()).toBe(0);
  }
});

it('the server clock stays the same while responses agree with it, and follows a clock that is corrected', () => {
  learn(hour);
  const offset = ahead();
  for (const tookMs of [5, 900, 18_000]) learn(hour, tookMs);
  expect(ahead()).toBe(offset);
  learn(0);
  expect(ahead()).toBe(0);
});

it.each([2 * hour, -2 * hour, -24 * hour])(
  'a clock that is set by %i ms during a request does not move the server’s time',
  (leap) => {
    const sentAt = Date.now();
    learnServerTime(new Date(sentAt).toUTCString(), sentAt - leap, sentAt, 40);
    expect(ahead()).toBe(0);
  },
);

it('a clock that is set during a request makes the server’s time unsure until the next response', () => {
  learn(0);
  vi.setSystemTime(Date.now() + hour);
  learnServerTime(new Date(Date.now() - hour).toUTCString(), Date.now() - hour, Date.now(), 40);
  expect(isClockUnsure()).toBe(true);
  learn(-hour);
  expect(isClockUnsure()).toBe(false);
  expect(Math.abs(ahead() + hour)).toBeLessThan(1_000);
});

it('the server clock ignores a response without a time', () => {
  learnServerTime(null, 0, 0);
  learnServerTime('soon', 0, 0);
  expect(ahead()).toBe(0);
});

describe('the server clock', () => {
  const json = 'application/graphql-response+json; charset=utf-8';
  const inAnHour = () => new Date(Date.now() + hour);
  const ask = async (headers: Record<string, string>) => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: { viewer: null } }), { headers }));
    const client = createClient({ onUnauthenticated: () => {}, uri: 'http://localhost/graphql' });
    await client.query({ query: CurrentPlanDocument }).catch(() => {});
  };

  it('is updated from every response of our servers', async () => {
    await ask({ 'content-type': json, [serverTimeHeader]: inAnHour().toISOString() });
    expect(Math.abs(ahead() - hour)).toBeLessThan(1_000);
  });

  it.each([
    [
      'a page of a hotspot with its own date',
      { 'content-type': 'text/html', date: inAnHour().toUTCString() },
    ],
    [
      'JSON of a proxy with its own date',
      { 'content-type': 'application/json', date: inAnHour().toUTCString() },
    ],
    [
      'a page of a proxy that passes our header on',
      { 'content-type': 'text/html', [serverTimeHeader]: inAnHour().toISOString() },
    ],
  ])('is not set by %s', async (_name, headers) => {
    await ask(headers);
    expect(ahead()).toBe(0);
  });
});
