import type { Principal } from '@kumbuka/identity';
import { advance, beginAt } from '../../domain/advance.ts';
import { decideBury, type BurialWish } from '../../domain/card/bury.ts';
import type { CardRef } from '../../domain/card/card.ts';
import { FlashcardNotFound } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import { liveCard } from '../../domain/study-state.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

type BuryPorts = Pick<Ports, 'transact' | 'cards' | 'ownership' | 'now' | 'newId'>;

/** Reads a card from decks whose event has not arrived yet. Throws `FlashcardNotFound` for another learner's card. */
async function refOf(
  { ownership }: BuryPorts,
  userId: number,
  { cardId, deckId }: BurialWish,
): Promise<CardRef> {
  const card = await ownership.findCard(cardId);
  if (card?.ownerId !== userId || card.deckId !== deckId) throw new FlashcardNotFound();
  return card;
}

async function bury(
  ports: BuryPorts,
  unit: UnitOfWork,
  userId: number,
  wish: BurialWish,
  ref: CardRef | null,
) {
  const loaded = await unit.studies.load(userId, { decks: [wish.deckId], cards: [wish.cardId] });
  assertNotErased(loaded);
  const at = ports.now();
  const begun = beginAt(loaded);
  const work = ref ? advance(begun, { kind: 'card-added', card: ref }, at) : begun;
  if (liveCard(work.state, wish.cardId)?.deckId !== wish.deckId) throw new FlashcardNotFound();
  const entry = decideBury(work.state, wish, { id: ports.newId(), now: at });
  if (entry) await saveAdvance(unit, advance(work, entry, at), at);
}

/** Leaves a card out of study until the next study day, or brings it back. A repeat changes nothing. */
export const buryCard =
  (ports: BuryPorts) =>
  async (wish: BurialWish, { userId }: Pick<Principal, 'userId'>): Promise<void> => {
    const [stored] = await ports.cards.findMany(userId, [wish.cardId]);
    const ref = stored ? null : await refOf(ports, userId, wish);
    await ports.transact(userId, (unit) => bury(ports, unit, userId, wish, ref));
  };
