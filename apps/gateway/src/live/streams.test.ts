import { live } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStreams, type Outlet, type Streams } from './streams.ts';

class Recorded extends EventEmitter implements Outlet {
  writableLength = 0;
  written = '';
  state: 'open' | 'ended' | 'destroyed' = 'open';
  write(text: string) {
    this.written += text;
  }
  destroySoon() {
    this.state = 'ended';
  }
  destroy() {
    this.state = 'destroyed';
  }
}

const learner = (userId: number): Principal => ({
  userId,
  role: 'learner',
  sessionId: `session of ${userId}`,
  epoch: 0,
  issuedAt: new Date(0),
  expiresAt: new Date(0),
});

let at = 0;
let isFed = true;
let revoked = new Set<number>();
let streams: Streams;

beforeEach(() => {
  [at, isFed, revoked] = [0, true, new Set()];
  streams = createStreams({
    isCurrent: ({ userId }) => !revoked.has(userId),
    isFed: () => isFed,
    now: () => at,
    random: () => 1,
  });
});

function open(userId: number): Recorded {
  const outlet = new Recorded();
  streams.add(learner(userId), outlet);
  outlet.written = '';
  return outlet;
}

describe('a change', () => {
  it('reaches every stream of its account and no stream of another', () => {
    const [phone, laptop, stranger] = [open(1), open(1), open(2)];
    streams.change({ userId: 1, kind: 'study' });
    streams.flush();
    expect([phone.written, laptop.written]).toEqual(Array(2).fill('event: change\ndata: study\n\n'));
    expect(stranger.written).toBe('');
  });

  it('is one message with the others of its account, and is not repeated', () => {
    const phone = open(1);
    for (const kind of ['study', 'decks', 'study'] as const) streams.change({ userId: 1, kind });
    streams.flush();
    streams.flush();
    expect(phone.written).toBe('event: change\ndata: study,decks\n\n');
  });

  it('of an account without streams is not kept for a later one', () => {
    streams.change({ userId: 1, kind: 'study' });
    const phone = open(1);
    streams.flush();
    expect(phone.written).toBe('');
  });
});

describe('a stream', () => {
  it('begins with a byte, so that its client knows that no proxy holds it back', () => {
    const outlet = new Recorded();
    streams.add(learner(1), outlet);
    expect(outlet.written).toBe(':\n\n');
  });

  it('gets a heartbeat after 25 s of silence', () => {
    const phone = open(1);
    at = live.heartbeatSeconds * 1000 - 1;
    streams.sweep();
    expect(phone.written).toBe('');
    at += 1;
    streams.sweep();
    streams.sweep();
    expect(phone.written).toBe(':\n\n');
  });

  it('ends when its token is no longer accepted', () => {
    const [phone, other] = [open(1), open(2)];
    revoked.add(1);
    streams.sweep();
    expect([phone.state, other.state]).toEqual(['ended', 'open']);
    expect(streams.count()).toBe(1);
  });

  it('ends, and none begins, while no events are received', () => {
    const phone = open(1);
    isFed = false;
    streams.sweep();
    expect([phone.state, streams.isOpen()]).toEqual(['ended', false]);
  });

  it('whose client does not read is destroyed', () => {
    const [slow, fast] = [open(1), open(1)];
    slow.writableLength = 64 * 1024 + 1;
    streams.change({ userId: 1, kind: 'study' });
    streams.flush();
    expect([slow.state, slow.written]).toEqual(['destroyed', '']);
    expect(fast.written).not.toBe('');
  });

  it('ends with the process, and none begins afterwards', () => {
    const phone = open(1);
    streams.close();
    expect([phone.state, streams.isOpen()]).toEqual(['ended', false]);
  });

  it('that its client has closed is forgotten', () => {
    open(1).emit('close');
    expect(streams.count()).toBe(0);
  });
});

describe('a client that connects again', () => {
  const missedBy = (userId: number, agoMs: number) => {
    const outlet = new Recorded();
    streams.add(learner(userId), outlet, agoMs);
    return outlet.written.replace(':\n\n', '');
  };
  beforeEach(() => streams.sweep());

  it('receives the kinds that changed meanwhile for its account, and no others', () => {
    at = 60_000;
    streams.change({ userId: 1, kind: 'decks' });
    at = 70_000;
    streams.change({ userId: 1, kind: 'study' });
    streams.change({ userId: 2, kind: 'payments' });
    at = 72_000;
    expect(missedBy(1, 4_000)).toBe('event: change\ndata: study\n\n');
    expect(missedBy(1, 20_000)).toBe('event: change\ndata: decks,study\n\n');
    expect(missedBy(3, 20_000)).toBe('');
  });

  it('receives every kind when events were missed or are forgotten', () => {
    const everything = 'event: change\ndata: decks,study,imports,payments,generations\n\n';
    at = 400_000;
    expect(missedBy(1, 310_000)).toBe(everything);
    isFed = false;
    streams.sweep();
    [isFed, at] = [true, 410_000];
    streams.sweep();
    at = 420_000;
    expect(missedBy(1, 15_000)).toBe(everything);
    expect(missedBy(1, 5_000)).toBe('');
  });
});

it('the ninth stream of an account ends the oldest one with a message, and none of another account', () => {
  const other = open(2);
  const own = Array.from({ length: live.streamsPerAccount }, () => open(1));
  expect(own.every(({ state }) => state === 'open')).toBe(true);
  open(1);
  expect(own.map(({ state }) => state)).toEqual(['ended', ...Array(7).fill('open')]);
  expect(own[0]?.written).toBe('event: replaced\ndata:\n\n');
  expect(other.state).toBe('open');
});
