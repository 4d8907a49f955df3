import type { Principal } from '@kumbuka/identity';
import { advance, beginAt } from '../../domain/advance.ts';
import { decideBury, type BuryRequest } from '../../domain/card/bury.ts';
import type { CardRef } from '../../domain/card/card.ts';
import { FlashcardNotFound } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import { liveCard } from '../../domain/study-state.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

type BuryPorts = Pick<Ports, 'transact' | 'cards' | 'ownership' | 'now' | 'newId'>;

/** Reads a card whose event has not arrived yet from the decks service. Throws `FlashcardNotFound` for another learner's card. */
async function refOf(
  { ownership }: BuryPorts,
  userId: number,
  { cardId, deckId }: BuryRequest,
): Promise<CardRef> {
  const card = await ownership.findCard(cardId);
  if (card?.ownerId !== userId || card.deckId !== deckId) throw new FlashcardNotFound();
  return card;
}

async function bury(
  ports: BuryPorts,
  unit: UnitOfWork,
  userId: number,
  request: BuryRequest,
  ref: CardRef | null,
) {
  const loaded = await unit.studies.load(userId, { decks: [request.deckId], cards: [request.cardId] });
  assertNotErased(loaded);
  const at = ports.now();
  const begun = beginAt(loaded);
  const work = ref ? advance(begun, { kind: 'card-added', card: ref }, at) : begun;
  if (liveCard(work.state, request.cardId)?.deckId !== request.deckId) throw new FlashcardNotFound();
  const entry = decideBury(work.state, request, { id: ports.newId(), now: at });
  if (entry) await saveAdvance(unit, advance(work, entry, at), at);
}

/** Leaves a card out of study until the next study day, or brings it back. A repeat changes nothing. */
export const buryCard =
  (ports: BuryPorts) =>
  async (request: BuryRequest, { userId }: Pick<Principal, 'userId'>): Promise<void> => {
    const [stored] = await ports.cards.findMany(userId, [request.cardId]);
    const ref = stored ? null : await refOf(ports, userId, request);
    await ports.transact(userId, (unit) => bury(ports, unit, userId, request, ref));
  };
