import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNetwork, type Fault } from '../../test/network/network.ts';
import { aLearner } from '../../test/network/world.ts';
import { createClient } from '../apollo/client.ts';
import { isTransient } from '../apollo/errors.ts';
import type { QueuedChange } from './queued.ts';
import { refusalOf, sendChange } from './send-change.ts';

const deckTexts = {
  title: 'Dams',
  description: 'Of the Tana',
  subject: 'Geography',
  category: 'Kenya',
  difficulty: 3,
};
const sides = { frontText: 'Which river?', backText: 'The Tana' };

/** Each change that may wait: the operation that sends it, and its input. */
const changes: [string, string, Record<string, unknown>][] = [
  ['CreateDeck', 'SendDeck', { ...deckTexts, clientId: 'c1' }],
  ['UpdateDeck', 'SendDeckTexts', { id: '1', ...deckTexts, expectedVersion: 1 }],
  ['DeleteDeck', 'SendDeckDeletion', { id: '1' }],
  ['AddFlashcard', 'SendCard', { deckId: '1', ...sides, clientId: 'c1' }],
  ['EditFlashcard', 'SendCardTexts', { id: '1', ...sides, expectedVersion: 1 }],
  ['MarkFlashcards', 'SendCardMarks', { ids: ['1'], suspended: true }],
  ['DeleteFlashcard', 'SendCardDeletion', { id: '1' }],
  ['DeleteFlashcards', 'SendCardDeletions', { ids: ['1', '2'] }],
];
const deletions = changes.filter(([operation]) => /^Delete(?:Deck|Flashcard)$/.test(operation));

const queued = (operation: string, input: Record<string, unknown>): QueuedChange => ({
  kind: 'change',
  clientEventId: 'one-key',
  operation,
  variables: { input },
  before: null,
  madeAt: '2026-03-04T06:00:00.000Z',
});

const open = (repeated: Record<string, { code: string; message: string }> = {}) => {
  const net = createNetwork({ world: aLearner, repeated, revokes: null });
  return { net, client: createClient({ onUnauthenticated: () => {}, send: net.fetch }) };
};

const faults: readonly Fault[] = ['refused', 'hung', 'lost'];
const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => null,
    (error: unknown) => error,
  );

beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const over = new AbortController();
    setTimeout(() => over.abort(new DOMException('The operation timed out.', 'TimeoutError')), 50);
    return over.signal;
  });
});
afterEach(() => vi.restoreAllMocks());

it.each(changes)(
  '%s that waited is sent again after each fault, as %s, and is done once',
  async (operation, name, input) => {
    const { net, client } = open();
    const change = queued(operation, input);
    for (const fault of faults) {
      net.injectFault(name, fault);
      const error = await failureOf(sendChange(client, change));
      expect([fault, isTransient(error)]).toEqual([fault, true]);
    }
    net.deliverLateAndTwice(name);
    const { ids } = await sendChange(client, change);
    expect([...ids.keys()]).toEqual(input['clientId'] === undefined ? [] : ['local-c1']);
    expect(net.timesCalled(name)).toBe(faults.length + 1);
    expect(net.createdCount(name)).toBe(1);
  },
);

it.each(deletions)(
  '%s whose first response was lost is no refusal when %s finds nothing to delete',
  async (operation, name, input) => {
    const code = operation === 'DeleteDeck' ? 'DECK_NOT_FOUND' : 'FLASHCARD_NOT_FOUND';
    const { net, client } = open({ [name]: { code, message: 'This does not exist.' } });
    net.injectFault(name, 'lost');
    await expect(sendChange(client, queued(operation, input))).rejects.toThrow('Failed to fetch');
    net.deliverLateAndTwice(name);
    await expect(sendChange(client, queued(operation, input))).resolves.toEqual({
      ids: new Map(),
      versions: new Map(),
    });
  },
);

it('a change of a card that is gone is refused, with the reason for its learner', async () => {
  const reason = { code: 'FLASHCARD_NOT_FOUND', message: 'This flashcard does not exist.' };
  const { net, client } = open({ SendCardTexts: reason });
  const change = queued('EditFlashcard', { id: '1', ...sides });
  await sendChange(client, change);
  const error = await failureOf(sendChange(client, change));
  expect(isTransient(error)).toBe(false);
  expect(refusalOf(error)).toMatchObject({ code: reason.code, message: reason.message });
  expect(net.timesCalled('SendCardTexts')).toBe(2);
});
