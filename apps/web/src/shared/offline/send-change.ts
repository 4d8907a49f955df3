import type { ApolloClient, DocumentNode } from '@apollo/client';
import { conflictOf, errorCode, messageOf } from '../apollo/errors.ts';
import {
  SendCardDeletionDocument,
  SendCardDeletionsDocument,
  SendCardDocument,
  SendCardMarksDocument,
  SendCardTextsDocument,
  SendDeckDeletionDocument,
  SendDeckDocument,
  SendDeckTextsDocument,
} from './changes.generated.ts';
import { localIdOf, placeOf, type QueuedChange, type Refusal } from './queued.ts';

/** Operations that may wait for a network, with what is sent for them. */
const documents: Record<string, DocumentNode> = {
  CreateDeck: SendDeckDocument,
  UpdateDeck: SendDeckTextsDocument,
  DeleteDeck: SendDeckDeletionDocument,
  AddFlashcard: SendCardDocument,
  EditFlashcard: SendCardTextsDocument,
  MarkFlashcards: SendCardMarksDocument,
  DeleteFlashcard: SendCardDeletionDocument,
  DeleteFlashcards: SendCardDeletionsDocument,
};

export const canWait = (operation: string): boolean => operation in documents;

/** What was to be deleted is gone already. */
const isGone = (operation: string, error: unknown) =>
  operation.startsWith('Delete') &&
  ['DECK_NOT_FOUND', 'FLASHCARD_NOT_FOUND'].includes(errorCode(error) ?? '');

interface Row {
  id?: string;
  version?: number;
}

/** What the server said about a change that it took. */
export interface TakenChange {
  /** The server's id of what the change made, by local id. */
  ids: ReadonlyMap<string, string>;
  /** Versions of what it changed, by type and id. */
  versions: ReadonlyMap<string, number>;
}

/** Sends a change. Rejects with the client's error. */
export async function sendChange(
  client: ApolloClient,
  { operation, variables, clientEventId }: QueuedChange,
  context: { ofUser?: string } = {},
): Promise<TakenChange> {
  const mutation = documents[operation];
  if (!mutation) throw new Error(`${operation} cannot be sent later.`);
  const { clientId } = variables.input;
  try {
    const { data } = await client.mutate({
      mutation,
      variables,
      context: { ...context, headers: { 'Idempotency-Key': clientEventId } },
    });
    const [result] = Object.values((data ?? {}) as Record<string, Row | Row[] | null>);
    const rows = [result ?? []].flat();
    const [first] = rows;
    return {
      ids: new Map(typeof clientId === 'string' && first?.id ? [[localIdOf(clientId), first.id]] : []),
      versions: new Map(
        rows.flatMap(({ id, version }) =>
          id && version !== undefined ? [[placeOf(operation, id), version] as const] : [],
        ),
      ),
    };
  } catch (error) {
    if (isGone(operation, error)) return { ids: new Map(), versions: new Map() };
    throw error;
  }
}

/** What is kept of a refusal, for its learner to decide. */
export const refusalOf = (error: unknown): Refusal => ({
  code: errorCode(error) ?? 'REFUSED',
  message: messageOf(error, '') || null,
  current: conflictOf(error),
});
