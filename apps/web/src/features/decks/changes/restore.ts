import type { ApolloClient } from '@apollo/client';
import { t } from '@lingui/core/macro';
import { hasNoResponse, messageOf } from '../../../shared/apollo/errors.ts';
import { readToken, userOf } from '../../../shared/auth/token.ts';
import { outboxOf, waitingOf } from '../../../shared/offline/outbox.ts';
import type { QueuedChange } from '../../../shared/offline/queued.ts';
import type { Notify } from '../../../shared/ui/states/notify.ts';
import { RestoreDeckDocument, RestoreFlashcardsDocument } from './restore.generated.ts';

const minuteMs = 60_000;

/** What was deleted: a deck, or cards. */
export type Deleted = { deck: string } | { cards: readonly string[] };

/** Drops a deletion that waits on this device for a network, and keeps again what it made needless. Returns whether there was one. */
async function dropWaiting(deleted: Deleted): Promise<boolean> {
  const userId = userOf(readToken());
  if (userId === null) return false;
  const ids = 'deck' in deleted ? [deleted.deck] : deleted.cards;
  const outbox = outboxOf(userId);
  const operation = 'deck' in deleted ? 'DeleteDeck' : 'DeleteFlashcard';
  const waiting = waitingOf(outbox).filter((queued): queued is QueuedChange => {
    if (queued.kind !== 'change' || !queued.operation.startsWith(operation)) return false;
    const { id, ids: several } = queued.variables.input;
    const named: unknown[] = Array.isArray(several) ? several : [id];
    return named.length === ids.length && named.every((each) => ids.includes(String(each)));
  });
  if (waiting.length > 0) await outbox.drop(waiting);
  for (const change of waiting.flatMap(({ dropped = [] }) => dropped)) await outbox.add(change);
  return waiting.length > 0;
}

const send = (client: ApolloClient, deleted: Deleted) =>
  'deck' in deleted
    ? client.mutate({ mutation: RestoreDeckDocument, variables: { input: { id: deleted.deck } } })
    : client.mutate({
        mutation: RestoreFlashcardsDocument,
        variables: { input: { ids: [...deleted.cards] } },
      });

/**
 * Takes a deletion back on the server, which keeps what was deleted for an hour. Whatever page is open then loads again.
 * Without a network a deletion that still waits is dropped; of any other one a note says so and offers another try.
 */
export async function restore(client: ApolloClient, deleted: Deleted, notify: Notify): Promise<void> {
  const hasWaited = await dropWaiting(deleted);
  try {
    // A waiting deletion may have been on its way; the server takes back one that has arrived, and no other.
    if (!hasWaited || navigator.onLine) await send(client, deleted);
  } catch (error) {
    if (!hasWaited) {
      const text = hasNoResponse(error)
        ? t`No connection: nothing was restored yet.`
        : messageOf(error, t`This could not be restored. Please try again.`);
      const again = { label: t`Undo`, onPress: () => void restore(client, deleted, notify) };
      notify(text, 'error', { action: again, hideAfter: minuteMs });
      return;
    }
  }
  await client.refetchQueries({ include: 'active' });
  notify('deck' in deleted ? t`Deck restored.` : t`Restored.`);
}
