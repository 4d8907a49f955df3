import {
  cardReviewed,
  generationCompleted,
  paymentConfirmed,
  userRegistered,
  userSeen,
  type Envelope,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually, seededRandom } from '@kumbuka/testing/servers';
import { publishEvents } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startAdmin, type AdminService } from '../testing/admin-suite.ts';
import { someAccount } from '../testing/builders.ts';

const timezone = 'Pacific/Auckland';
let admin: AdminService;
beforeAll(async () => {
  admin = await startAdmin({ env: { TIMEZONE: timezone }, overrides: { gathersEvents: true } });
});
afterAll(() => admin.stop());

interface Day {
  date: string;
  newUsers: number;
  activeUsers: number;
  answers: number;
  generations: number;
  payments: number;
}
type Kind = Exclude<keyof Day, 'date'>;

const uuid = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const kinds: Kind[] = ['newUsers', 'activeUsers', 'answers', 'generations', 'payments'];
const daysBack = 6;
let version = 0;

/** Returns an event of the owning service about a user. */
function eventOf(kind: Kind, userId: number, at: Date): Envelope {
  version += 1;
  const head = { key: userId, aggregate: { id: userId, version }, occurredAt: at };
  const time = at.toISOString();
  switch (kind) {
    case 'newUsers':
      return newEvent(userRegistered, { ...head, data: { userId, isDemo: false, registeredAt: time } });
    case 'activeUsers':
      return newEvent(userSeen, { ...head, data: { userId, seenAt: time } });
    case 'answers': {
      const answer = {
        deckId: 1,
        cardId: 2,
        reviewId: uuid(version),
        sessionId: null,
        wasCorrect: true,
        minutes: 0.1,
      };
      return newEvent(cardReviewed, { ...head, data: { userId, ...answer, answeredAt: time } });
    }
    case 'generations': {
      const made = { generationId: version, cards: 8, provider: 'embedded' as const };
      return newEvent(generationCompleted, { ...head, data: { userId, ...made, completedAt: time } });
    }
    case 'payments': {
      const paid = { paymentId: uuid(version), amountCents: 10_000, currency: 'KES' as const };
      return newEvent(paymentConfirmed, { ...head, data: { userId, ...paid, confirmedAt: time } });
    }
  }
}

const dateIn = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });

/** Model of the expected counts: each event once, and each active user once per day. */
function createModel() {
  const days = new Map<string, Record<Kind, number>>();
  const seen = new Set<string>();
  return {
    add(kind: Kind, userId: number, at: Date) {
      const date = dateIn.format(at);
      const once = `${userId} ${date}`;
      if (kind === 'activeUsers' && seen.has(once)) return;
      if (kind === 'activeUsers') seen.add(once);
      const day = days.get(date) ?? { newUsers: 0, activeUsers: 0, answers: 0, generations: 0, payments: 0 };
      days.set(date, { ...day, [kind]: day[kind] + 1 });
    },
    of: (date: string) =>
      days.get(date) ?? { newUsers: 0, activeUsers: 0, answers: 0, generations: 0, payments: 0 },
  };
}

async function readDays(): Promise<Day[]> {
  const { data } = await admin.graphql(
    `{ adminDays(days: ${daysBack + 2}) { date newUsers activeUsers answers generations payments } }`,
    {},
    { headers: { 'x-admin-key': adminKey } },
  );
  return data.adminDays;
}

describe('the days of the statistics', () => {
  it.each([1, 2, 3])(
    'the daily statistics equal a model, with events twice, late or across midnight (seed %i)',
    async (seed) => {
      const { below, chance } = seededRandom(seed);
      const before = await readDays();
      const model = createModel();
      const events: Envelope[] = [];
      for (let n = 0; n < 150; n++) {
        const userId = seed * 1_000 + 1 + below(6);
        const kind = kinds[below(kinds.length)] ?? 'answers';
        const at = new Date(Date.now() - below(daysBack * 24 * 60) * 60_000);
        admin.owners.accounts.set(userId, someAccount({ userId }));
        model.add(kind, userId, at);
        events.push(eventOf(kind, userId, at));
        const twice = chance(0.2) ? events[below(events.length)] : undefined;
        if (twice) events.push(twice);
      }
      await publishEvents(admin.stack, events);
      await eventually(async () => {
        const after = await readDays();
        const added = after.map((day, index) => ({
          date: day.date,
          ...Object.fromEntries(kinds.map((kind) => [kind, day[kind] - (before[index]?.[kind] ?? 0)])),
        }));
        expect(added).toEqual(after.map(({ date }) => ({ date, ...model.of(date) })));
      }, 15_000);
    },
  );
});
