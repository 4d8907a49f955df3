import type { ApolloClient } from '@apollo/client';
import { errorCode, hasNoResponse } from '../../shared/apollo/errors.ts';
import {
  EraseCountsDocument,
  EraseMyAccountDocument,
  type EraseMyAccountMutation,
} from './erase-panel.generated.ts';

/** Counts that the confirmation names before the account is erased. */
export interface AccountCounts {
  decks: number;
  cards: number;
  /** Whether a started payment has neither arrived nor failed. */
  hasOpenPayment: boolean;
}

/** Counts decks and cards on the server, page by page. Throws when a page cannot be loaded. */
export async function countAccount(client: ApolloClient): Promise<AccountCounts> {
  const counts = { decks: 0, cards: 0, hasOpenPayment: false };
  for (let page = 1; ; page++) {
    const { data } = await client.query({
      query: EraseCountsDocument,
      variables: { page },
      fetchPolicy: 'no-cache',
    });
    const decks = data?.viewer.decks;
    if (!decks) throw new Error('The decks could not be counted.');
    counts.hasOpenPayment ||= Boolean(data?.viewer.subscription?.pendingPayment);
    counts.decks += decks.items.length;
    for (const { cardCount } of decks.items) counts.cards += cardCount;
    if (!decks.pageInfo.hasNext) return counts;
  }
}

/** Outcome of an erasure: `unknown` when a response was lost and the token is no longer valid. */
export type ErasureOutcome = 'done' | 'going' | 'unknown';

/** Erased data, time of the request, and the receipt number for operators. */
export type ErasureReceipt = Pick<
  EraseMyAccountMutation['eraseMyAccount'],
  'deletionId' | 'requestedAt' | 'counts'
>;

export interface Erasure {
  erased: ErasureOutcome;
  /** Null when the response was lost. */
  receipt: ErasureReceipt | null;
}

/**
 * Requests the erasure with the password. Retries once after a lost response, which erases nothing twice. When the token is
 * rejected then, the first attempt has most likely ended it.
 */
export async function eraseAccount(client: ApolloClient, password: string): Promise<Erasure> {
  const requestErasure = async (): Promise<Erasure> => {
    const { data } = await client.mutate({
      mutation: EraseMyAccountDocument,
      variables: { input: { password } },
    });
    const receipt = data?.eraseMyAccount ?? null;
    return { erased: receipt?.completed ? 'done' : 'going', receipt };
  };
  try {
    return await requestErasure();
  } catch (error) {
    if (!hasNoResponse(error)) throw error;
    return requestErasure().catch((second: unknown) => {
      if (errorCode(second) === 'UNAUTHENTICATED') return { erased: 'unknown', receipt: null };
      throw second;
    });
  }
}
