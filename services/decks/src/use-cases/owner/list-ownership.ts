import type { CardOwner, OwnershipPage, Owners } from '@kumbuka/contracts';
import type { CardPlace, OwnedDeck, Ports } from '../ports.ts';

const ownersAtOnce = 500;
const decksAtOnce = 100;
const cardsAtOnce = 1_000;

/** All users who ever had a deck, for services that rebuild their projections. */
export const listOwners =
  ({ learners }: Pick<Ports, 'learners'>) =>
  async (after = 0): Promise<Owners> => {
    const found = await learners.listAfter(after, ownersAtOnce);
    const owners = found.map(({ id, erasedAt }) => ({ ownerId: id, erased: erasedAt !== null }));
    return { owners, next: found.length < ownersAtOnce ? null : (owners.at(-1)?.ownerId ?? null) };
  };

/** Position of a page: a deck and the last card read of it. */
interface Cursor {
  deckId: number;
  card: CardPlace | null;
}

function parseCursor(text: string): Cursor {
  const [deckId = 0, createdAt, cardId] = text.split('.').map(Number);
  const card =
    createdAt === undefined || cardId === undefined ? null : { createdAt: new Date(createdAt), cardId };
  return { deckId, card };
}

const behindCard = ({ deckId, createdAt, cardId }: CardOwner) =>
  `${deckId}.${Date.parse(createdAt)}.${cardId}`;

const fromCursor = (owned: readonly OwnedDeck[], cursor: Cursor) =>
  owned.filter(({ deckId }) => deckId >= cursor.deckId);

/** A page of an owner's decks and cards. No card is listed twice, even while cards are added or removed. */
export const listOwnership =
  ({ ownership }: Pick<Ports, 'ownership'>) =>
  async (ownerId: number, after = '0'): Promise<OwnershipPage> => {
    const cursor = parseCursor(after);
    const page: OwnershipPage = { decks: [], cards: [], next: null };
    for (const deck of fromCursor(await ownership.listDecks(ownerId), cursor)) {
      if (page.decks.length === decksAtOnce) return { ...page, next: String(deck.deckId) };
      const behind = deck.deckId === cursor.deckId ? cursor.card : null;
      const left = cardsAtOnce - page.cards.length;
      const found = await ownership.listCards(ownerId, deck.deckId, behind, left);
      if (!behind) page.decks.push(deck);
      page.cards.push(...found);
      const last = found.at(-1);
      if (last && found.length === left) return { ...page, next: behindCard(last) };
    }
    return page;
  };
