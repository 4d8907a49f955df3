import {
  cardAdded,
  cardReviewed,
  deckCreated,
  generationCompleted,
  paymentConfirmed,
  subscriptionActivated,
  subscriptionShortened,
  userDeleted,
  userRegistered,
  userSeen,
  type EventContract,
  type EventData,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually } from '@kumbuka/testing/servers';
import { publishEvents, untilAvailable } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startAdmin, type AdminService } from './testing/admin-suite.ts';
import { noon, someAccount } from './testing/builders.ts';

let admin: AdminService;
let userId = 100;
let version = 0;

beforeAll(async () => {
  admin = await startAdmin();
});
afterAll(() => admin.stop());

const headers = { 'x-admin-key': adminKey };
const get = (path: string, query: Record<string, string>) =>
  untilAvailable(() => admin.rest('GET', path, { headers, query }));
const list = async (query: Record<string, string> = {}) => (await get('/admin/users/list', query)).body;
const statsWithin = (within: string) => get('/admin/users/stats', { within });
const stats = async () => (await get('/admin/users/stats', {})).body;
const graphql = async (document: string) =>
  (await untilAvailable(() => admin.graphql(document, {}, { headers }))).data;
const found = async (id: number) =>
  (await list({ limit: '1000' })).items.find((user: { id: number }) => user.id === id);

const event = <Contract extends EventContract>(contract: Contract, data: EventData<Contract>) =>
  newEvent(contract, { key: userId, aggregate: { id: userId, version: ++version }, occurredAt: noon, data });
const at = noon.toISOString();
const publish = (...events: ReturnType<typeof event>[]) => publishEvents(admin.stack, events);
const reviewId = '018f0000-0000-7000-8000-000000000000';
const answered = {
  deckId: 1,
  cardId: 2,
  reviewId,
  sessionId: null,
  wasCorrect: true,
  minutes: 0.1,
  answeredAt: at,
};

async function register(account = {}) {
  userId += 1;
  admin.owners.accounts.set(userId, someAccount({ userId, ...account }));
  await publish(event(userRegistered, { userId, isDemo: false, registeredAt: at }));
  await eventually(async () => expect(await found(userId)).toBeDefined());
  return userId;
}

describe('a user in the directory', () => {
  it('a new user appears in the directory with the name and address of auth', async () => {
    const before = await stats();
    const id = await register({ username: 'Wanjikũ', email: 'wanjiku@example.org', isVerified: false });
    expect(await found(id)).toEqual({
      id,
      username: 'Wanjikũ',
      email: 'wanjiku@example.org',
      is_demo: false,
      email_verified: false,
      last_seen: null,
      created_at: at,
      demo_expires_at: null,
      decks: 0,
      cards: 0,
      answers: 0,
      plan: 'free',
    });
    const after = await stats();
    expect([after.total_users - before.total_users, after.verified_users - before.verified_users]).toEqual([
      1, 0,
    ]);
  });

  it('has the counts of the owning services after an event, however often it arrives', async () => {
    const id = await register();
    admin.owners.decks.set(id, { userId: id, decks: 2, cards: 31 });
    admin.owners.answers.set(id, { userId: id, answers: 5 });
    const made = event(deckCreated, { deckId: 1, userId: id, catalogId: null, createdAt: at });
    const added = event(cardAdded, { deckId: 1, cardId: 2, userId: id, createdAt: at });
    await publish(made, added, made, event(cardReviewed, { userId: id, ...answered }));
    await eventually(async () => expect(await found(id)).toMatchObject({ decks: 2, cards: 31, answers: 5 }));
  });

  it('a user appears in the directory even if the first event is not from auth', async () => {
    userId += 1;
    const id = userId;
    admin.owners.accounts.set(id, someAccount({ userId: id }));
    await publish(event(deckCreated, { deckId: 9, userId: id, catalogId: null, createdAt: at }));
    await eventually(async () => expect(await found(id)).toMatchObject({ username: `amina${id}` }));
  });

  it('is online when seen within the requested minutes', async () => {
    const id = await register();
    const before = (await stats()).online_now;
    const seenAt = new Date().toISOString();
    await publish(event(userSeen, { userId: id, seenAt }));
    await eventually(async () => expect(await found(id)).toMatchObject({ last_seen: seenAt }));
    expect((await stats()).online_now).toBe(before + 1);
  });

  it('an active user stays online within one minute, although user-seen arrives once a minute', async () => {
    const id = await register();
    const onlineWithinOne = async () => (await statsWithin('1')).body.online_now;
    const before = await onlineWithinOne();
    // The delay of user-seen for a learner who reads each card for half a minute, on a busy machine.
    const seenAt = new Date(Date.now() - 110_000).toISOString();
    await publish(event(userSeen, { userId: id, seenAt }));
    await eventually(async () => expect(await found(id)).toMatchObject({ last_seen: seenAt }));
    expect(await onlineWithinOne()).toBe(before + 1);
  });

  it.each([
    ['-5', 1],
    ['0', 1],
    ['-999999999999', 1],
    ['500', 120],
  ])(
    'online users are counted within the nearest allowed minutes when %s are requested',
    async (within, minutes) => {
      const { status, body } = await statsWithin(within);
      expect([status, body.within_minutes]).toEqual([200, minutes]);
    },
  );

  it.each([
    ['-5', 0.5, 30],
    ['500', 119, 121],
  ])(
    'a user is online by the nearest allowed minutes when %s are requested: seen %d minutes ago yes, %d no',
    async (within, inside, outside) => {
      const onlineNow = async () => {
        const { status, body } = await statsWithin(within);
        expect({ status, ...body }).toMatchObject({ status: 200 });
        return body.online_now;
      };
      const seen = async (minutesAgo: number) => {
        const id = await register();
        const seenAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
        await publish(event(userSeen, { userId: id, seenAt }));
        await eventually(async () => expect(await found(id)).toMatchObject({ last_seen: seenAt }));
      };
      const before = await onlineNow();
      await seen(outside);
      expect(await onlineNow()).toBe(before);
      await seen(inside);
      expect(await onlineNow()).toBe(before + 1);
    },
  );

  it('late events do not bring a deleted user back into the directory', async () => {
    const before = await stats();
    const id = await register();
    await publish(event(userDeleted, { userId: id, deletedAt: at }));
    await eventually(async () => expect(await found(id)).toBeUndefined());
    const seenAt = new Date().toISOString();
    await publish(
      event(userSeen, { userId: id, seenAt }),
      event(cardReviewed, { userId: id, ...answered }),
      event(userRegistered, { userId: id, isDemo: false, registeredAt: at }),
    );
    await register();
    expect(await found(id)).toBeUndefined();
    expect((await stats()).total_users).toBe(before.total_users + 1);
  });

  it('a user that auth no longer has is removed from the directory', async () => {
    const id = await register();
    admin.owners.accounts.delete(id);
    await publish(event(userRegistered, { userId: id, isDemo: false, registeredAt: at }));
    await eventually(async () => expect(await found(id)).toBeUndefined());
  });
});

const paymentId = '018f0000-0000-7000-8000-000000000001';

describe('a user who pays', () => {
  const planOf = async (id: number) => {
    const { adminUsers } = await graphql('{ adminUsers(limit: 1000) { items { id plan } } }');
    return adminUsers.items.find((user: { id: string }) => user.id === String(id))?.plan;
  };

  it('a paying user has a plan until the paid time ends or a refund shortens it', async () => {
    const id = await register();
    expect(await planOf(id)).toBe('FREE');
    const periodEnd = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString();
    await publish(event(subscriptionActivated, { userId: id, paymentId, periodStart: at, periodEnd }));
    await eventually(async () => expect(await planOf(id)).toBe('ACTIVE'));
    const now = new Date().toISOString();
    await publish(event(subscriptionShortened, { userId: id, paymentId, periodEnd: now }));
    await eventually(async () => expect(await planOf(id)).toBe('FREE'));
  });

  it('a user who paid again after a refund keeps the plan when the shortening arrives late', async () => {
    const id = await register();
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const shortened = event(subscriptionShortened, { userId: id, paymentId, periodEnd: inDays(0) });
    const again = { userId: id, paymentId, periodStart: inDays(0), periodEnd: inDays(30) };
    const payments = async () => (await graphql('{ adminDays(days: 1) { payments } }')).adminDays[0].payments;
    const before = await payments();
    const paid = {
      userId: id,
      paymentId,
      amountCents: 10_000,
      currency: 'KES',
      confirmedAt: inDays(0),
    } as const;
    await publish(event(subscriptionActivated, again), shortened, event(paymentConfirmed, paid));
    await eventually(async () => expect(await payments()).toBe(before + 1));
    expect(await planOf(id)).toBe('ACTIVE');
  });
});

describe('the history by days', () => {
  it('the daily history counts by the days of the configured time zone', async () => {
    const now = new Date();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(now);
    const day = async () => {
      const { adminDays } = await graphql(
        '{ adminDays(days: 2) { date newUsers activeUsers answers generations payments } }',
      );
      return adminDays.at(-1);
    };
    const before = await day();
    const id = await register();
    const seenAt = now.toISOString();
    await publish(
      event(userRegistered, { userId: id, isDemo: false, registeredAt: seenAt }),
      event(userSeen, { userId: id, seenAt }),
      event(userSeen, { userId: id, seenAt }),
      event(cardReviewed, { userId: id, ...answered, answeredAt: seenAt }),
      event(paymentConfirmed, {
        userId: id,
        paymentId,
        amountCents: 10_000,
        currency: 'KES',
        confirmedAt: seenAt,
      }),
      event(generationCompleted, {
        userId: id,
        generationId: 1,
        cards: 8,
        provider: 'embedded',
        completedAt: seenAt,
      }),
    );
    await eventually(async () =>
      expect(await day()).toEqual({
        ...before,
        date: today,
        newUsers: before.newUsers + 1,
        activeUsers: before.activeUsers + 1,
        answers: before.answers + 1,
        payments: before.payments + 1,
        generations: before.generations + 1,
      }),
    );
  });
});

describe('the search in the directory', () => {
  it.each(['otieno', 'OTIENO', 'no.x', 'ti', '.x@', 'x@example.org'])(
    'finds %s in names and addresses',
    async (q) => {
      const id = await register({ username: `Otieno${q.length}${userId}`, email: `otieno.x@example.org` });
      await register({ username: `somebody${userId}`, email: `s${userId}@example.net` });
      const { items, total } = await list({ q, limit: '1000' });
      expect(items.map((user: { id: number }) => user.id)).toContain(id);
      for (const { username, email } of items)
        expect(`${username}\n${email}`.toLowerCase()).toContain(q.toLowerCase());
      expect(total).toBe(items.length);
    },
  );

  it.each([
    ['cafe', 'Café'],
    ['istanbul', 'İstanbul'],
    ["newton's", 'Newton’s'],
  ])('for %s finds %s', async (q, name) => {
    const id = await register({ username: `${name} ${userId}`, email: `s${userId}@example.org` });
    const { items } = await list({ q, limit: '1000' });
    expect(items.map((user: { id: number }) => user.id)).toContain(id);
  });

  it.each(['.*', 'a|b', '\\', '^o', 'nobody at all', '$'])('treats %s as plain text', async (q) => {
    expect(await list({ q })).toEqual({ total: 0, items: [] });
  });
});
