import type { ApolloClient } from '@apollo/client';
import { localStore } from '../browser/storage.ts';
import { serverNow } from '../browser/server-clock.ts';
import { DecksToKeepDocument, KeptDeckDocument } from './keep-decks.generated.ts';
import { isOffline } from './known.ts';
import { keepPictures, type PictureAllowance } from './pictures.ts';
import { pinDeck, pinnedDecks } from './pins.ts';
import { keyOfQuery, prune, storedAtOf } from './responses.ts';

const dayMs = 86_400_000;
/** Cards that come due in this time can be studied without a network. */
const aheadMs = 7 * dayMs;
/** A stored deck is loaded again after this time. */
const freshMs = 3 * dayMs;
const everyMs = dayMs / 2;
/** Pictures that are loaded in one go without being asked for, and of a deck that its learner keeps. */
const picturesUnasked = 100;
const picturesOfKept = 1_000;

const lookedAtKey = (userId: string) => `kumbuka.kept-at.${userId}`;

/** Loads the cards of a deck and their pictures; the link of the client and the service worker store them. Stops without a network. */
async function loadDeck(client: ApolloClient, id: string, pictures: PictureAllowance): Promise<boolean> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    if (isOffline()) return false;
    const { data } = await client.query({
      query: KeptDeckDocument,
      variables: { id, page },
      fetchPolicy: 'no-cache',
    });
    if (!data?.deck) return false;
    const { items, pageInfo } = data.deck.flashcards;
    pages = pageInfo.totalPages;
    await keepPictures(
      items.flatMap(({ frontText, backText }) => [frontText, backText]),
      pictures,
    );
  }
  return true;
}

/** Pages and sessions store some cards of a deck, too; only a whole deck counts. */
async function isFresh(userId: string, id: string, now: number): Promise<boolean> {
  const storedAt = await storedAtOf(userId, keyOfQuery('KeptDeck', { id, page: 1 }));
  return storedAt !== null && now - storedAt < freshMs;
}

/**
 * Stores the cards of the decks that their learner keeps and of those with cards that are new or come due within 7 days, the
 * earliest first, and deletes what no longer fits. Does nothing when it did so in the last 12 hours.
 */
export async function keepDecks(client: ApolloClient, userId: string): Promise<void> {
  const now = serverNow();
  if (now - Number(localStore.getItem(lookedAtKey(userId)) ?? 0) < everyMs || isOffline()) return;
  const { data } = await client.query({ query: DecksToKeepDocument, fetchPolicy: 'no-cache' });
  const due = (data?.viewer.decks?.items ?? []).filter(({ progress }) => {
    const next = progress?.nextDueAt ?? null;
    return (
      progress &&
      (progress.dueCount + progress.newCount > 0 || (next !== null && Date.parse(next) - now < aheadMs))
    );
  });
  const unasked = { left: picturesUnasked };
  for (const id of new Set([...pinnedDecks(userId), ...due.map((deck) => deck.id)]))
    if (!(await isFresh(userId, id, now)) && !(await loadDeck(client, id, unasked)) && isOffline()) return;
  await prune(now);
  localStore.setItem(lookedAtKey(userId), String(now));
}

/** Keeps a deck on this device, or no longer. Returns whether all its cards are here. */
export async function keepDeck(
  client: ApolloClient,
  userId: string,
  deckId: string,
  isKept: boolean,
): Promise<boolean> {
  pinDeck(userId, deckId, isKept);
  if (!isKept) return true;
  // Browsers grant this after a gesture, to pages that their learner uses often.
  void navigator.storage?.persist?.().catch(() => false);
  return loadDeck(client, deckId, { left: picturesOfKept }).catch(() => false);
}
