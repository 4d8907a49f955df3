import { deckProgressChanged, subscriptionActivated, subscriptionExpired } from '@kumbuka/contracts';
import { describe, expect, it } from 'vitest';
import { eventsOfPlan, eventsOfProgress } from './republish.ts';

const paymentId = '6f1c2b1e-8f5e-4c0a-9a51-3f2f6d1f0a11';
const paidUntil = '2026-03-31T09:10:00.000Z';
const plan = { userId: 7, paidUntil, expiredAt: null, paymentId, version: 4 };
const studied = {
  deckId: 3,
  mastery: 80,
  lastStudied: '2026-03-01T12:00:00.000Z',
  nextDueOn: '2026-03-04',
  version: 9,
};

describe('a late consumer learns', () => {
  it('a late consumer gets a running plan by an event with the version of the live stream', () => {
    const [event] = eventsOfPlan(plan);
    expect(event).toMatchObject({
      type: subscriptionActivated.type,
      key: '7',
      aggregate: { id: '7', version: 4 },
    });
    expect(subscriptionActivated.data.parse(event?.data)).toEqual({
      userId: 7,
      paymentId,
      periodStart: '2026-03-01T09:10:00.000Z',
      periodEnd: paidUntil,
    });
  });

  it('a late consumer gets the end of a plan that has ended', () => {
    const [event] = eventsOfPlan({ ...plan, expiredAt: paidUntil, version: 5 });
    expect(event).toMatchObject({ type: subscriptionExpired.type, aggregate: { version: 5 } });
    expect(subscriptionExpired.data.parse(event?.data)).toEqual({ userId: 7, expiredAt: paidUntil });
  });

  it('a late consumer gets no plan of a learner who never paid', () =>
    expect(eventsOfPlan({ ...plan, paidUntil: null, paymentId: null, version: 0 })).toEqual([]));

  it('a late consumer gets the progress of each studied deck, and none of the others', () => {
    const unstudied = { deckId: 4, mastery: null, lastStudied: null, version: 0 };
    const events = eventsOfProgress(7, { decks: [studied, unstudied] });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: deckProgressChanged.type,
      key: '7',
      aggregate: { id: '3', version: 9 },
    });
    expect(deckProgressChanged.data.parse(events[0]?.data)).toEqual({
      userId: 7,
      deckId: 3,
      mastery: 80,
      lastStudied: studied.lastStudied,
      nextDueOn: studied.nextDueOn,
    });
  });
});
