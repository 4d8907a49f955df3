import { currentContext, runInContext } from '@kumbuka/runtime/context';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEvent, uuidV7 } from '../index.ts';
import { startTrialStack, type TrialService, type TrialStack } from '../testing/trial-stack.ts';

let stack: TrialStack;
let service: TrialService;
beforeAll(async () => {
  stack = await startTrialStack();
  service = await stack.createService();
});
afterAll(() => stack.stop());

describe('an outbox', () => {
  it('stores the events of a committed transaction', async () => {
    const event = service.event({ aggregate: 1 });
    await service.save([event]);
    const row = await service.outbox.collection().findOne({ _id: event.id });
    expect(row).toMatchObject({ key: '1', aggregate: 'walk:1', ver: 1, sent: false, event });
  });

  it('stores no event of an aborted transaction', async () => {
    const event = service.event({ aggregate: 2 });
    const aborted = service.connection.transaction(async (session) => {
      await service.save([event], session);
      throw new Error('changed my mind');
    });
    await expect(aborted).rejects.toThrow('changed my mind');
    expect(await service.outbox.collection().findOne({ _id: event.id })).toBeNull();
  });

  it('reports the number of waiting events and the time of the oldest', async () => {
    const other = await stack.createService();
    expect(await other.outbox.lag()).toEqual({ waiting: 0, oldest: null });
    await other.save([other.event()]);
    expect(await other.outbox.lag()).toEqual({ waiting: 1, oldest: '1970-01-01T00:00:00.000Z' });
  });

  it('drops rows 14 days after they were sent, and only those', async () => {
    const indexes = await service.outbox.collection().indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { sentAt: 1 }, expireAfterSeconds: 1_209_600 }),
    );
  });

  it('can be prepared again', async () => {
    await expect(service.outbox.prepare()).resolves.toBeUndefined();
  });
});

describe('a new event', () => {
  it('has the correlation, causation and trace of its context', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const event = runInContext({ correlationId: 'c', causationId: 'e', traceparent }, () => service.event());
    expect(event).toMatchObject({ correlationId: 'c', causationId: 'e', traceparent });
  });

  it('outside of any context starts a new correlation', () => {
    expect(service.event().causationId).toBeNull();
    expect(currentContext().correlationId).not.toBe(currentContext().correlationId);
  });

  it('with data that violates the contract is rejected', () => {
    const head = { key: 1, aggregate: { id: 1, version: 1 }, occurredAt: new Date(0) };
    expect(() => newEvent(service.contract, { ...head, data: { step: 0.5 } })).toThrow(/int/);
  });
});

describe('ids of version 7', () => {
  it('sort by creation, also within a millisecond and when the clock is set back', () => {
    const now = Date.now() + 60_000;
    const ids = Array.from({ length: 10_000 }, (_, index) => uuidV7(now - (index > 5_000 ? 10 : 0)));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(10_000);
  });

  it('have the version and variant of RFC 9562', () => {
    expect(uuidV7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
