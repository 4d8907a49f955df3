import type { ApolloClient } from '@apollo/client';
import { errorCode, isUnanswered } from '../../shared/apollo/errors.ts';
import {
  EraseCountsDocument,
  EraseMyAccountDocument,
  type EraseMyAccountMutation,
} from './erase-panel.generated.ts';

/** Counts that the confirmation names before the account is erased. */
export interface Holdings {
  decks: number;
  cards: number;
  /** Whether a payment was started that has neither come nor failed. */
  hasOpenPayment: boolean;
}

/** Counts decks and cards on the server, page by page. Throws when a page cannot be loaded. */
export async function countHoldings(client: ApolloClient): Promise<Holdings> {
  const holdings = { decks: 0, cards: 0, hasOpenPayment: false };
  for (let page = 1; ; page++) {
    const { data } = await client.query({
      query: EraseCountsDocument,
      variables: { page },
      fetchPolicy: 'no-cache',
    });
    const decks = data?.viewer.decks;
    if (!decks) throw new Error('The decks could not be counted.');
    holdings.hasOpenPayment ||= Boolean(data?.viewer.subscription?.pendingPayment);
    holdings.decks += decks.items.length;
    for (const { cardCount } of decks.items) holdings.cards += cardCount;
    if (!decks.pageInfo.hasNext) return holdings;
  }
}

/** How an erasure went: `unknown` when an answer was lost and the token no longer opens anything. */
export type Erased = 'done' | 'going' | 'unknown';

/** Erased data, time of the request, and the receipt number for operators. */
export type ErasureReceipt = Pick<
  EraseMyAccountMutation['eraseMyAccount'],
  'deletionId' | 'requestedAt' | 'counts'
>;

export interface Erasure {
  erased: Erased;
  /** Null when the answer was lost. */
  receipt: ErasureReceipt | null;
}

/**
 * Asks for the erasure by the password. After a lost answer it asks once more, which erases nothing twice; a token that is
 * refused then was most likely ended by the first try.
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
    if (!isUnanswered(error)) throw error;
    return requestErasure().catch((second: unknown) => {
      if (errorCode(second) === 'UNAUTHENTICATED') return { erased: 'unknown', receipt: null };
      throw second;
    });
  }
}
