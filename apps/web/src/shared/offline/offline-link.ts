import { ApolloLink, Observable, type TypedDocumentNode } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { tap } from 'rxjs';
import { hasNoResponse } from '../apollo/errors.ts';
import { readToken, userOf } from '../auth/token.ts';
import { newId } from '../browser/ids.ts';
import { serverNow } from '../browser/server-clock.ts';
import { isServerThere } from './is-server-there.ts';
import { outboxOf, waitingOf } from './outbox.ts';
import { CardMarksFragmentDoc, DeckVersionFragmentDoc } from './changes.generated.ts';
import { isLocalId, localIdsIn, placeOf, withServerIds, type QueuedChange } from './queued.ts';
import { keyOfQuery, storedCards, storedResponse, storeResponse, storeWrite } from './responses.ts';
import { canWait } from './send-change.ts';
import { readClock } from '../study/answer-times.ts';
import { changeKeeper, type KeepChange } from './keep-change.ts';
import type { Local, Shown } from './local-data.ts';
import { decksIn, learnerIn, reportNetwork } from './known.ts';

type Operation = ApolloLink.Operation;

/** A query that the server does not answer in this time is answered by this device, where it can. */
const patienceMs = 4_000;

/** Computes what waits into what is shown; only loaded where something waits or there is no network. */
const loadLocalData = () => import('./local-data.ts');

const partsOf = ({ operationName = '', query, variables }: Operation) => ({
  name: operationName,
  document: query,
  variables: variables as Record<string, unknown>,
});

/** Operators' data stays on the server. What a page waits for, such as a payment, is never an earlier response. */
const isKept = (operation: Operation, userId: string | null): userId is string =>
  userId !== null &&
  !/^(?:Admin|BillingStatus|DeletionProgress|EraseCounts|Export|Import)/.test(
    operation.operationName ?? '',
  ) &&
  !('x-admin-key' in (operation.getContext()['headers'] ?? {}));

async function localOf(userId: string): Promise<Local> {
  const outbox = outboxOf(userId);
  await outbox.ready;
  const learner = learnerIn(await storedResponse(userId, keyOfQuery('CurrentViewer', {}), serverNow()));
  return { userId, waiting: waitingOf(outbox), ids: outbox.ids(), learner, now: new Date(serverNow()) };
}

/** A response with what waits. Nothing is read, loaded or copied while nothing waits. */
async function shown(operation: Operation, userId: string, data: unknown): Promise<unknown> {
  const outbox = outboxOf(userId);
  await outbox.ready;
  if (waitingOf(outbox).length === 0) return data;
  const [{ withWaiting }, local] = await Promise.all([loadLocalData(), localOf(userId)]);
  return withWaiting(data, partsOf(operation), local);
}

/** What this device can answer; null when that is nothing. */
async function answered(operation: Operation, userId: string): Promise<unknown> {
  const [{ answerLocally, withWaiting }, local, cards, known] = await Promise.all([
    loadLocalData(),
    localOf(userId),
    storedCards(userId),
    decksIn(userId),
  ]);
  const parts = partsOf(operation);
  const own = answerLocally(parts, cards, known, local);
  if (own !== null) return own;
  const stored = await storedResponse(userId, keyOfQuery(parts.name, parts.variables), serverNow());
  if (stored !== null) return withWaiting(stored, parts, local);
  return answerLocally(parts, cards, known, local, { opensKeptDecks: true });
}

/**
 * Replaces an earlier change of the same texts that waits. The new one is compared with the version that the earlier one
 * was made on; nobody else changes what the server does not have.
 */
async function mergeEarlier(name: string, input: Record<string, unknown>, userId: string) {
  if (isLocalId(input['id'])) delete input['expectedVersion'];
  const outbox = outboxOf(userId);
  const earlier = waitingOf(outbox).find(
    (queued) =>
      queued.kind === 'change' &&
      queued.operation === name &&
      input['id'] !== undefined &&
      queued.variables.input['id'] === input['id'],
  );
  if (earlier?.kind !== 'change') return;
  const { expectedVersion } = earlier.variables.input;
  if (expectedVersion !== undefined) input['expectedVersion'] = expectedVersion;
  await outbox.drop([earlier]);
}

/**
 * Takes back what waits for something that is deleted, because sending it first would change the version that the deletion
 * expects. Of an edit it keeps the version. Returns what it took back.
 */
async function dropEarlier(input: Record<string, unknown>, userId: string): Promise<QueuedChange[]> {
  const dropped: QueuedChange[] = [];
  const outbox = outboxOf(userId);
  const { id, ids } = input;
  const gone: unknown[] = Array.isArray(ids) ? ids : [id];
  const versions = input['expectedVersions'];
  for (const queued of waitingOf(outbox)) {
    if (queued.kind !== 'change') continue;
    const { id: editedId, ids: markedIds, expectedVersion } = queued.variables.input;
    if (/^(?:Update|Edit)/.test(queued.operation) && gone.includes(editedId)) {
      if (expectedVersion !== undefined && Array.isArray(versions))
        input['expectedVersions'] = versions.map((version: unknown, at) =>
          gone[at] === editedId ? expectedVersion : version,
        );
      else if (expectedVersion !== undefined) input['expectedVersion'] = expectedVersion;
      await outbox.drop([queued]);
      dropped.push(queued);
    }
    if (queued.operation === 'MarkFlashcards' && Array.isArray(markedIds)) {
      const left = markedIds.filter((each) => !gone.includes(each));
      if (left.length === 0) {
        await outbox.drop([queued]);
        dropped.push(queued);
      } else if (left.length < markedIds.length)
        await outbox.replace({
          ...queued,
          variables: { input: { ...queued.variables.input, ids: left } },
        });
    }
  }
  return dropped;
}

/** What the screens show of a card or deck, as far as a change of it needs it. */
function shownIn({ client }: Operation): Shown {
  const read = <Fragment>(fragment: TypedDocumentNode<Fragment>, row: { __typename: string; id: string }) => {
    const place = client.cache.identify(row);
    return place === undefined ? null : client.readFragment({ id: place, fragment });
  };
  return {
    card: (id) => read(CardMarksFragmentDoc, { __typename: 'Flashcard', id }),
    deck: (id) => read(DeckVersionFragmentDoc, { __typename: 'Deck', id }),
  };
}

/** Versions that the server raises when it takes a change: those of edited rows, and of cards that are suspended or not any more. */
function raisedBy(name: string, input: Record<string, unknown>, shown: Shown): Record<string, number> {
  const { id, ids, expectedVersion, suspended } = input;
  if (/^(?:Update|Edit)/.test(name) && typeof expectedVersion === 'number')
    return { [placeOf(name, id)]: expectedVersion };
  if (!Array.isArray(ids) || typeof suspended !== 'boolean') return {};
  return Object.fromEntries(
    ids.flatMap((each: unknown) => {
      const card = shown.card(String(each));
      return card && card.isSuspended !== suspended ? [[placeOf(name, each), card.version]] : [];
    }),
  );
}

/** Stores a change and answers as the server would. */
async function keepChange(operation: Operation, userId: string, keep: KeepChange): Promise<unknown> {
  const parts = partsOf(operation);
  const { expectedResult } = await loadLocalData();
  const local = await localOf(userId);
  const input = { ...(parts.variables['input'] as Record<string, unknown>) };
  if (parts.name === 'AddFlashcard') input['madeAt'] ??= local.now.toISOString();
  await mergeEarlier(parts.name, input, userId);
  const dropped = parts.name.startsWith('Delete') ? await dropEarlier(input, userId) : [];
  const { before = null } = operation.getContext() as { before?: Record<string, unknown> | null };
  const seen = shownIn(operation);
  const raises = raisedBy(parts.name, input, seen);
  const result = expectedResult({ ...parts, variables: { input } }, before, local, seen);
  await keep({
    clientEventId: String(operation.getContext()['headers']?.['Idempotency-Key'] ?? newId()),
    operation: parts.name,
    variables: { input },
    before,
    madeAt: local.now.toISOString(),
    clock: readClock(),
    ...(Object.keys(raises).length > 0 ? { raises } : {}),
    ...(dropped.length > 0 ? { dropped } : {}),
  });
  return result;
}

/**
 * Answers from this device when the server does not: queries by what was read before, changes of decks and cards by
 * storing them. Shows what waits in every response.
 */
export function offlineLink(): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if (!globalThis.indexedDB) return forward(operation);
    const userId = userOf(readToken());
    const isQuery = operation.operationType === OperationTypeNode.QUERY;
    if (!isKept(operation, userId)) return forward(operation);
    operation.variables = withServerIds(operation.variables, outboxOf(userId).ids());
    const isUnknown = localIdsIn(operation.variables).length > 0;
    return isQuery
      ? sendQuery(operation, forward, userId, isUnknown)
      : sendChange(operation, forward, userId, isUnknown);
  });
}

type Forward = ApolloLink.ForwardFunction;

function sendQuery(operation: Operation, forward: Forward, userId: string, isUnknown: boolean) {
  return new Observable<ApolloLink.Result>((observer) => {
    let isAnswered = false;
    const give = (data: unknown) => {
      if (isAnswered) return;
      isAnswered = true;
      observer.next({ data: data as Record<string, unknown> });
      observer.complete();
    };
    const fail = (error: unknown) => {
      if (isAnswered) return;
      isAnswered = true;
      observer.error(error);
    };
    const giveOwn = async (otherwise: () => void) => {
      const own = await answered(operation, userId).catch(() => null);
      if (own === null) otherwise();
      else give(own);
    };
    if (isUnknown) {
      void giveOwn(() => fail(new TypeError('Nothing is known of this yet.')));
      return;
    }
    const giveUp = () => {
      reportNetwork(false);
      void giveOwn(() => {});
    };
    const timer = setTimeout(giveUp, patienceMs);
    const take = async (result: ApolloLink.Result) => {
      if (result.errors?.length || !result.data)
        return isAnswered ? undefined : (observer.next(result), observer.complete());
      const key = keyOfQuery(operation.operationName ?? '', operation.variables);
      void storeResponse(userId, key, result.data, serverNow()).catch(() => {});
      const data = await shown(operation, userId, result.data).catch(() => result.data);
      // A late response still reaches the screens, through their cache.
      if (isAnswered)
        operation.client.writeQuery({ query: operation.query, variables: operation.variables, data });
      else {
        isAnswered = true;
        observer.next({ ...result, data: data as Record<string, unknown> });
        observer.complete();
      }
    };
    const subscription = forward(operation).subscribe({
      next: (result) => {
        clearTimeout(timer);
        reportNetwork(true);
        void take(result);
      },
      error: (error: unknown) => {
        clearTimeout(timer);
        if (!hasNoResponse(error)) return fail(error);
        reportNetwork(false);
        void giveOwn(() => fail(error));
      },
    });
    return () => {
      clearTimeout(timer);
      if (!isAnswered) subscription.unsubscribe();
    };
  });
}

/** Whether something that waits belongs to the same deck or card, so that this change must come after it. */
function mustWait(operation: Operation, userId: string): boolean {
  const { id, deckId, ids } = (operation.variables['input'] ?? {}) as Record<string, unknown>;
  const named = [id, deckId, ...(Array.isArray(ids) ? ids : [])].filter((each) => each !== undefined);
  return waitingOf(outboxOf(userId)).some(
    (queued) => queued.kind === 'change' && named.includes(queued.variables.input['id']),
  );
}

/** Notes in the stored cards what a write has changed. */
const stored = (operation: Operation, userId: string, { data, errors }: ApolloLink.Result) => {
  if (!data || errors?.length) return;
  const input = (operation.variables['input'] ?? {}) as Record<string, unknown>;
  void storeWrite(userId, input, data, serverNow()).catch(() => {});
};

function sendChange(operation: Operation, forward: Forward, userId: string, isUnknown: boolean) {
  const keep = changeKeeper();
  const send = () => forward(operation).pipe(tap((result) => stored(operation, userId, result)));
  if (!keep || !canWait(operation.operationName ?? '')) return send();
  return new Observable<ApolloLink.Result>((observer) => {
    const wait = async () => {
      try {
        const data = await keepChange(operation, userId, keep);
        observer.next({ data: data as Record<string, unknown> });
        observer.complete();
      } catch (error) {
        observer.error(error);
      }
    };
    if (isUnknown || !navigator.onLine || mustWait(operation, userId)) {
      void wait();
      return;
    }
    const subscription = send().subscribe({
      next: (result) => observer.next(result),
      complete: () => observer.complete(),
      error: async (error: unknown) => {
        // A single lost response is for the dialog, which can send the same change again.
        if (hasNoResponse(error) && !(await isServerThere())) await wait();
        else observer.error(error);
      },
    });
    return () => subscription.unsubscribe();
  });
}
