import { describe, expect, it } from 'vitest';
import { nextAttempt, type QueuedEmail } from './mail.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const aMail = (attempts: number): QueuedEmail => ({
  id: 'mail',
  purpose: 'verification',
  emailMac: 'email',
  to: 'amina@example.org',
  language: 'en',
  content: { code: '123456' },
  attempts,
  expiresAt: at(600),
});

describe('a mail that could not be sent', () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [7, 60],
    [50, 60],
  ])('after attempt %i waits %i s', (attempts, seconds) => {
    expect(nextAttempt(aMail(attempts), noon)).toEqual(at(seconds));
  });
  it('is dropped when its code has expired', () => {
    expect(nextAttempt(aMail(7), at(539))).toEqual(at(599));
    expect(nextAttempt(aMail(7), at(540))).toBeNull();
  });
});
