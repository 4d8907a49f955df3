import { decksInternalRoutes, type CardOwner } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { CardRef } from '../domain/card/card.ts';
import type { Owned } from '../domain/deck/owned.ts';
import type { OwnershipList } from '../use-cases/ports.ts';

const callTimeoutMs = 10_000;

const toRef = (card: CardOwner): CardRef => ({ ...card, createdAt: new Date(card.createdAt) });

/**
 * Lists all decks and cards of the decks service page by page. Throws `Unavailable` when it cannot be
 * reached.
 */
export function createOwnershipList(options: { baseUrl: string; internalKey: string }): OwnershipList {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs, retries: 2 });
  const { listOwners, listOwnership } = decksInternalRoutes;
  return {
    async *owners() {
      let after: number | null = 0;
      do {
        const page: { owners: { ownerId: number; erased: boolean }[]; next: number | null } = await call(
          listOwners,
          {
            query: after === 0 ? {} : { after },
          },
        );
        yield* page.owners;
        after = page.next;
      } while (after !== null);
    },
    async ofOwner(ownerId): Promise<Owned> {
      const found: { decks: Owned['decks'][number][]; cards: CardRef[] } = { decks: [], cards: [] };
      let after: string | null = '0';
      do {
        const page: { decks: Owned['decks']; cards: CardOwner[]; next: string | null } = await call(
          listOwnership,
          {
            params: { id: ownerId },
            query: { after },
          },
        );
        found.decks.push(...page.decks);
        found.cards.push(...page.cards.map(toRef));
        after = page.next;
      } while (after !== null);
      return found;
    },
  };
}
