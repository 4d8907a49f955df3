import { describe, expect, it } from 'vitest';
import {
  noteLock,
  noCodeRequests,
  recentRequests,
  addCodeRequest,
  secondsUntilNextCode,
} from './code-requests.ts';
import type { CodePurpose } from './code.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

describe('requesting a code', () => {
  const rules = { resendSeconds: 30, perHour: 10 };
  const request = (seconds: number, purpose: CodePurpose = 'verification') => ({ purpose, at: at(seconds) });
  const wait = (requests: ReturnType<typeof request>[], now: number, purpose: CodePurpose = 'verification') =>
    secondsUntilNextCode({ requests, locks: [] }, purpose, at(now), rules);

  it('is free the first time', () => expect(wait([], 0)).toBe(0));
  it('waits out the rest of 30 seconds', () => {
    expect(wait([request(0)], 0)).toBe(30);
    expect(wait([request(0)], 12)).toBe(18);
    expect(wait([request(0)], 29.5)).toBe(1);
    expect(wait([request(0)], 30)).toBe(0);
  });
  it('for another purpose does not wait those 30 seconds', () => {
    expect(wait([request(0)], 1, 'reset')).toBe(0);
  });
  it('is possible ten times an hour, whatever the purpose', () => {
    const nine = Array.from({ length: 9 }, (_, index) =>
      request(index * 60, index % 2 ? 'reset' : 'verification'),
    );
    expect(wait(nine, 1800)).toBe(0);
    expect(wait([...nine, request(1800)], 1830)).toBe(3600 - 1830);
    expect(wait([...nine, request(1800)], 1830, 'reset')).toBe(3600 - 1830);
  });
  it('is possible again as the oldest one leaves the hour', () => {
    const ten = Array.from({ length: 10 }, (_, index) => request(index * 60));
    expect(wait(ten, 3599)).toBe(1);
    expect(wait(ten, 3600)).toBe(0);
  });
  it('after the clock stepped back waits no longer than the rule', () => {
    expect(wait([request(50)], 0)).toBe(30);
    expect(wait([request(5_000)], 0)).toBe(0);
  });
  it('deletes requests that are older than an hour', () => {
    expect(recentRequests([request(0), request(10)], at(3605))).toEqual([request(10)]);
  });
  it('stores its request beside the requests that still count', () => {
    const requests = { ...noCodeRequests('email'), requests: [request(0), request(10)], version: 4 };
    expect(addCodeRequest(requests, 'reset', at(3605))).toEqual({
      emailMac: 'email',
      locks: [],
      requests: [request(10), request(3605, 'reset')],
      version: 5,
    });
  });
});

describe('after locked codes', () => {
  const rules = { resendSeconds: 30, perHour: 10 };
  const wait = (locks: number[], now: number) =>
    secondsUntilNextCode({ requests: [], locks: locks.map(at) }, 'reset', at(now), rules);

  it('the next one waits, whatever its purpose, and twice as long with each', () => {
    expect(wait([0], 10)).toBe(20);
    expect(wait([0, 100], 100)).toBe(60);
    expect(wait([0, 100, 300], 300)).toBe(120);
    expect(wait([0, 100, 300], 420)).toBe(0);
  });
  it('nobody waits longer than an hour', () => {
    expect(
      wait(
        Array.from({ length: 20 }, (_, index) => index),
        19,
      ),
    ).toBe(3600);
  });
  it('a locked code counts for a day', () => {
    const day = 24 * 3600;
    expect(wait([0, day - 1], day - 1)).toBe(60);
    expect(wait([0, day], day)).toBe(30);
  });
  it('the request after locked codes is stored beside the requests that still count', () => {
    const requests = addCodeRequest(noCodeRequests('email'), 'reset', at(0));
    expect(noteLock(requests, at(5))).toEqual({ ...requests, locks: [at(5)], version: 2 });
  });
});
