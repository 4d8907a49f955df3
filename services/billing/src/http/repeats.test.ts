import { eventually } from '@kumbuka/testing/servers';
import { randomUUID } from 'node:crypto';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  refsOf,
  requestPage,
  requestPrompt,
  statesOf,
  type PromptResponse,
} from '../testing/payment-requests.ts';
import { startBilling, type TestBilling } from '../testing/test-billing.ts';
import { startUnreliableProvider, type UnreliableProvider } from '../testing/unreliable-provider.ts';

let provider: UnreliableProvider;
let billing: TestBilling;
let database: Connection;

beforeAll(async () => {
  provider = await startUnreliableProvider();
  // A repeat of a call that was lost does not wait for it for long.
  const timeouts = { providerMs: 2_500, callMs: 200 };
  billing = await startBilling({ INTASEND_URL: provider.url, INTASEND_TIMEOUT_MS: '2500' }, { timeouts });
  database = await mongoose.createConnection(billing.stack.mongo.uri('kumbuka_billing')).asPromise();
});
afterAll(async () => {
  await database.close();
  await billing.stop();
  await provider.stop();
});
beforeEach(() => provider.reset());

let learners = 0;
const newLearner = () => ++learners;
const prompt = (as: number, phone: string, key?: string) => requestPrompt(billing, as, phone, key);
const checkout = (as: number, key?: string) => requestPage(billing, as, key);
const verify = (as: number, invoiceId: string) =>
  billing.rest('POST', '/billing/verify', { as, body: { invoice_id: invoiceId } });
const rowOf = (apiRef: string) => database.collection('payments').findOne({ apiRef });

describe('a repeat with the same Idempotency-Key', () => {
  it('sends no second prompt after the response to the first one was lost', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    provider.faults.lost = /stk-push/;
    expect((await prompt(as, '0711 000 001', key)).code).toBe('PROVIDER_TIMEOUT');
    provider.faults.lost = null;
    const again = await prompt(as, '0711 000 001', key);
    expect(again.data.requestStkPush.state).toBe('CREATED');
    expect((await prompt(as, '0711 000 001', key)).data.requestStkPush.apiRef).toBe(
      again.data.requestStkPush.apiRef,
    );
    expect(provider.prompts()).toBe(1);
  });

  it('opens a page under another reference after the first one was lost, because nobody can pay on that', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    provider.faults.lost = /checkout/;
    expect((await checkout(as, key)).status).toBe(504);
    provider.faults.lost = null;
    const { status, body } = await checkout(as, key);
    expect(status).toBe(201);
    expect((await checkout(as, key)).body).toEqual(body);
    expect(provider.pages()).toBe(2);
  });
});

describe('a request without an Idempotency-Key', () => {
  it('returns the checkout that is still open', async () => {
    const as = newLearner();
    const first = (await checkout(as)).body;
    expect((await checkout(as)).body).toEqual(first);
    expect((await checkout(newLearner())).body.api_ref).not.toBe(first.api_ref);
    expect(provider.pages()).toBe(2);
  });

  it('returns the prompt that is still open, also when two arrive together', async () => {
    const as = newLearner();
    const both = await Promise.all([prompt(as, '0711 000 002'), prompt(as, '0711 000 002')]);
    const refs = both.flatMap(({ data }) => data?.requestStkPush?.apiRef ?? []);
    expect(new Set(refs).size).toBe(1);
    expect((await prompt(as, '0711 000 002')).data.requestStkPush.apiRef).toBe(refs[0]);
  });

  it('requests for a prompt at the same moment put one prompt on a phone that is written in several ways', async () => {
    const as = newLearner();
    const forms = ['0711 000 012', '+254711000012', '254 711 000-012', '0711000012'];
    const all = await Promise.all(forms.map((form) => prompt(as, form)));
    expect([provider.prompts(), refsOf(all).size]).toEqual([1, 1]);
  });
});

describe('the phone of a prompt', () => {
  it('is part of the request: one key with another number is rejected, with another spelling repeated', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    const first = await prompt(as, '0711 000 030', key);
    expect(refsOf([first, await prompt(as, '+254 711 000 030', key)]).size).toBe(1);
    expect((await prompt(as, '0711 000 031', key)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    provider.faults.lost = /stk-push/;
    const unknown = randomUUID();
    expect((await prompt(newLearner(), '0711 000 032', unknown)).code).toBe('PROVIDER_TIMEOUT');
    expect(provider.prompts()).toBe(2);
  });

  it('rejects another number with a key whose first response was lost', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    provider.faults.lost = /stk-push/;
    await prompt(as, '0711 000 033', key);
    expect((await prompt(as, '0711 000 034', key)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(provider.prompts()).toBe(1);
  });

  it('rings for a second number while the first stays open, and counts both when they are paid', async () => {
    const as = newLearner();
    const [mistyped = ''] = refsOf([await prompt(as, '0711 000 035')]);
    const corrected = await prompt(as, '0711 000 036');
    expect([provider.prompts(), statesOf([corrected])]).toEqual([2, ['SENT']]);
    expect(await rowOf(mistyped)).toMatchObject({ state: 'sent', failureReason: null });
    expect(refsOf([await prompt(as, '0711 000 035', randomUUID())])).toEqual(new Set([mistyped]));
    expect(provider.prompts()).toBe(2);
    await provider.payments.answerPrompt(mistyped, 'pay');
    const { body } = await billing.rest('POST', '/billing/verify', { as, body: { checkout_id: mistyped } });
    expect(body.status).toBe('activated');
  });

  it('is kept only as a keyed hash apart from the payment, for a day, and not after the account is erased', async () => {
    const as = newLearner();
    const [ref = ''] = refsOf([await prompt(as, '0711 000 037')]);
    const row = await rowOf(ref);
    const phones = database.collection('prompt_phones');
    expect(await phones.findOne({ paymentId: String(row?._id) })).toMatchObject({
      ownerId: as,
      hash: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await phones.indexes()).toContainEqual(
      expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 86_400 }),
    );
    expect(JSON.stringify([row, await phones.find().toArray()])).not.toContain('711000037');
    await billing.rest('POST', '/internal/users/deletion', {
      body: { deletionId: randomUUID(), userIds: [as], dryRun: false },
    });
    expect(await phones.countDocuments({ ownerId: as })).toBe(0);
    expect(await rowOf(ref)).toMatchObject({ ownerId: null });
  });

  it('keeps a second account from ringing the phone after its own was erased, until the prompt has ended', async () => {
    const as = newLearner();
    const [ref = ''] = refsOf([await prompt(as, '0711 000 038')]);
    await billing.rest('POST', '/internal/users/deletion', {
      body: { deletionId: randomUUID(), userIds: [as], dryRun: false },
    });
    const other = newLearner();
    expect((await prompt(other, '0711 000 038')).code).toBe('PHONE_BUSY');
    expect(provider.prompts()).toBe(1);
    const paymentId = String((await rowOf(ref))?._id);
    const kept = await database.collection('prompt_phones').findOne({ paymentId });
    const goesAt = Number(kept?.['at']) + 86_400_000;
    expect(goesAt - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    const sixMinutesAgo = new Date(Date.now() - 6 * 60_000);
    await database.collection('payments').updateOne({ apiRef: ref }, { $set: { createdAt: sixMinutesAgo } });
    expect(statesOf([await prompt(other, '0711 000 038')])).toEqual(['SENT']);
  });
});

describe('one phone', () => {
  const endPrompts = async (all: PromptResponse[]) => {
    for (const ref of refsOf(all)) await provider.payments.answerPrompt(ref, 'cancel');
  };

  it('rings once for requests with different keys and spellings, one after the other', async () => {
    const as = newLearner();
    const all = [];
    for (const form of ['0711 000 060', '+254711000060', '254 711 000-060'])
      all.push(await prompt(as, form, randomUUID()));
    expect([provider.prompts(), refsOf(all).size]).toEqual([1, 1]);
  });

  it('rings once for requests with different keys at the same moment', async () => {
    const as = newLearner();
    provider.faults.delayMs = 100;
    const keys = Array.from({ length: 8 }, randomUUID);
    const all = await Promise.all(keys.map((key) => prompt(as, '0711 000 061', key)));
    expect([provider.prompts(), refsOf(all).size]).toEqual([1, 1]);
  });

  it('rings once for two learners at the same moment: the other one reads that it is busy', async () => {
    provider.faults.delayMs = 100;
    const all = await Promise.all(
      Array.from({ length: 6 }, () => prompt(newLearner(), '0711 000 062', randomUUID())),
    );
    expect(provider.prompts()).toBe(1);
    expect(statesOf(all).toSorted()).toEqual([...Array.from({ length: 5 }, () => 'PHONE_BUSY'), 'SENT']);
  });

  it('rings once after a lost response, whatever key the next request has', async () => {
    const as = newLearner();
    provider.faults.lost = /stk-push/;
    expect((await prompt(as, '0711 000 063', randomUUID())).code).toBe('PROVIDER_TIMEOUT');
    provider.faults.lost = null;
    for (const key of [randomUUID(), undefined, randomUUID()])
      expect(statesOf([await prompt(as, '0711 000 063', key)])).toEqual(['CREATED']);
    expect(provider.prompts()).toBe(1);
  });

  it('rings again once the provider reports that its prompt has ended', async () => {
    const as = newLearner();
    const first = await prompt(as, '0711 000 064', randomUUID());
    await endPrompts([first]);
    // The learner's next request makes billing check the prompt.
    await eventually(async () => {
      const again = await prompt(as, '0711 000 064', randomUUID());
      expect(refsOf([again])).not.toEqual(refsOf([first]));
    });
    expect(provider.prompts()).toBe(2);
  });

  it('keeps a key with the prompt that it was given, also after that prompt has ended', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    const first = await prompt(as, '0711 000 065', randomUUID());
    expect(refsOf([await prompt(as, '0711 000 065', key)])).toEqual(refsOf([first]));
    await endPrompts([first]);
    await eventually(async () =>
      expect(statesOf([await prompt(as, '0711 000 065', key)])).toEqual(['FAILED']),
    );
    expect((await prompt(as, '0711 000 066', key)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(provider.prompts()).toBe(1);
  });

  it('gives a key a prompt of its own when the provider rejected the one that it was given', async () => {
    const [as, key] = [newLearner(), randomUUID()];
    const door = Promise.withResolvers<void>();
    Object.assign(provider.faults, { opened: door.promise, rejected: null });
    const first = prompt(as, '0711 000 067', randomUUID());
    await eventually(() => expect(provider.prompts()).toBe(1));
    const second = prompt(as, '0711 000 067', key);
    provider.faults.rejectedLater = /stk-push/;
    await second;
    door.resolve();
    expect((await first).code).toBe('CHECKOUT_FAILED');
    provider.faults.rejectedLater = null;
    expect(statesOf([await prompt(as, '0711 000 067', key)])).toEqual(['SENT']);
  });
});

describe('a page', () => {
  it('is the open one for every key, one after the other and at the same moment', async () => {
    const [as, other] = [newLearner(), newLearner()];
    const { body: first } = await checkout(as, randomUUID());
    expect((await checkout(as, randomUUID())).body).toEqual(first);
    provider.faults.delayMs = 100;
    const all = await Promise.all(Array.from({ length: 4 }, () => checkout(other, randomUUID())));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect([provider.pages(), new Set(all.map(({ body }) => body.checkout_url)).size]).toEqual([2, 1]);
  });
});

describe('limits', () => {
  /** Ends the prompts of a learner, as the phone does after a minute or two. */
  const endOpenPrompts = (ownerId: number) =>
    database
      .collection('payments')
      .updateMany(
        { ownerId, state: { $in: ['created', 'sent'] } },
        { $set: { state: 'failed', failureReason: 'expired' } },
      );
  const endedPrompt = async (as: number, phone: string) => {
    await prompt(as, phone, randomUUID());
    await endOpenPrompts(as);
  };

  it('one account cannot lock the phone of somebody else, neither by prompts nor by failed requests', async () => {
    const as = newLearner();
    const phone = '0711 000 003';
    for (let n = 0; n < 8; n += 1) await endedPrompt(as, phone);
    expect(provider.prompts()).toBe(3);
    expect((await prompt(newLearner(), phone, randomUUID())).code).toBeUndefined();
  });

  it('the limit of prompts to one phone does not count prompts that the provider rejected, and counts those that may have been sent', async () => {
    const as = newLearner();
    provider.faults.rejected = /stk-push/;
    for (let n = 0; n < 4; n += 1)
      expect((await prompt(as, '0711 000 006', randomUUID())).code).toBe('CHECKOUT_FAILED');
    Object.assign(provider.faults, { rejected: null, lost: /stk-push/ });
    for (let n = 0; n < 3; n += 1) {
      expect((await prompt(as, '0711 000 006', randomUUID())).code).toBe('PROVIDER_TIMEOUT');
      await endOpenPrompts(as);
    }
    provider.faults.lost = null;
    expect((await prompt(as, '0711 000 006', randomUUID())).code).toBe('RATE_LIMITED');
  });

  it('one account looks up at most ten unknown invoices an hour', async () => {
    const as = newLearner();
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await verify(as, `UNKNOWN-${n}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
    expect(provider.calls).toHaveLength(10);
  });
});
