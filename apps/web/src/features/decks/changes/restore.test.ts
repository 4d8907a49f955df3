import type { ApolloClient } from '@apollo/client';
import { afterEach, expect, it, vi } from 'vitest';
import { readToken, storeToken, userOf } from '../../../shared/auth/token.ts';
import { outboxOf, waitingOf } from '../../../shared/offline/outbox.ts';
import { restore } from './restore.ts';

const payload = btoa(JSON.stringify({ sub: '7', exp: 4_102_444_800 }));

afterEach(() => vi.restoreAllMocks());

it('the undo of a card keeps a waiting deletion of the deck with the same number', async () => {
  storeToken(`head.${payload}.sign`);
  const outbox = outboxOf(userOf(readToken()) ?? '');
  await outbox.ready;
  const waiting = {
    kind: 'change',
    clientEventId: 'delete-deck-12',
    operation: 'DeleteDeck',
    variables: { input: { id: '12' } },
    before: null,
    madeAt: '2026-11-30T10:00:00.000Z',
  } as const;
  await outbox.add(waiting);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const client = { mutate: vi.fn(), refetchQueries: vi.fn() } as unknown as ApolloClient;
  await restore(client, { cards: ['12'] }, vi.fn());
  expect(waitingOf(outbox)).toContainEqual(expect.objectContaining({ operation: 'DeleteDeck' }));
  await outbox.drop([waiting]);
});

it('a deletion that waits for a network is dropped by its undo, and no other (D31)', async () => {
  storeToken(`head.${payload}.sign`);
  const outbox = outboxOf(userOf(readToken()) ?? '');
  await outbox.ready;
  const waits = (id: string) =>
    outbox.add({
      kind: 'change',
      clientEventId: `delete-${id}`,
      operation: 'DeleteDeck',
      variables: { input: { id } },
      before: null,
      madeAt: '2026-11-30T10:00:00.000Z',
    });
  await waits('1');
  await waits('2');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const mutate = vi.fn();
  const notify = vi.fn();
  const client = { mutate, refetchQueries: vi.fn() } as unknown as ApolloClient;
  await restore(client, { deck: '1' }, notify);
  expect(waitingOf(outbox).map((queued) => queued.kind === 'change' && queued.variables.input['id'])).toEqual(
    ['2'],
  );
  expect(mutate).not.toHaveBeenCalled();
  expect(notify).toHaveBeenCalledWith('Deck restored.');
});
