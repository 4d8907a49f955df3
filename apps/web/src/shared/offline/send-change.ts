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
import { localIdOf, type QueuedChange, type Refusal } from './queued.ts';

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

type Made = Record<string, { id?: string } | undefined>;

/** Sends a change. Returns the server's id of what it made, by local id. Rejects with the client's error. */
export async function sendChange(
  client: ApolloClient,
  { operation, variables, clientEventId }: QueuedChange,
): Promise<ReadonlyMap<string, string>> {
  const mutation = documents[operation];
  if (!mutation) throw new Error(`${operation} cannot be sent later.`);
  const { clientId } = variables.input;
  try {
    const { data } = await client.mutate({
      mutation,
      variables,
      context: { headers: { 'Idempotency-Key': clientEventId } },
    });
    const id = Object.values((data ?? {}) as Made)[0]?.id;
    return new Map(typeof clientId === 'string' && id ? [[localIdOf(clientId), id]] : []);
  } catch (error) {
    if (isGone(operation, error)) return new Map();
    throw error;
  }
}

/** What is kept of a refusal, for its learner to decide. */
export const refusalOf = (error: unknown): Refusal => ({
  code: errorCode(error) ?? 'REFUSED',
  message: messageOf(error, '') || null,
  current: conflictOf(error),
});
