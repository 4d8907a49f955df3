import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyNamed } from '../../../shared/browser/lazy-named.tsx';
import type { OpenCardDialog } from './card-dialogs.tsx';
import { CardGrid } from './card-grid.tsx';
import { DeckFlashcard } from './deck-flashcard.tsx';
import type { CardChanges } from './use-card-changes.ts';
import type { ShownCards } from './use-shown-cards.ts';

const CardTable = lazyNamed(() => import('./card-table.tsx'), 'CardTable');

/** Places in the deck, from 1, of cards that were just added. The address is opened with them. */
interface AddedCards {
  firstNew: number;
  added: number;
}

/** Whether a place in the deck has a card that was just added. The first of them comes into view. */
function useAddedCards() {
  const { state }: { state: AddedCards | null } = useLocation();
  return (place: number) => ({
    isFirst: place === state?.firstNew,
    isNew: state !== null && place >= state.firstNew && place < state.firstNew + state.added,
  });
}

interface CardListProps {
  shown: ShownCards;
  isTable: boolean;
  changes: CardChanges;
  /** Card that was made last on this page, which comes into view. */
  newId: string | null;
  onOpen: (dialog: OpenCardDialog) => void;
}

/** The shown page of cards, as a table or as a grid. */
export function CardList({ shown, isTable, changes, newId, onOpen }: CardListProps) {
  const { cards, page, perPage, find, marked, isFiltered } = shown;
  const addedAt = useAddedCards();
  const items = cards?.items ?? [];
  const languages = { front: shown.deck?.frontLanguage ?? null, back: shown.deck?.backLanguage ?? null };
  if (isTable && items.length > 0)
    return (
      <Suspense>
        <CardTable
          key={`${page} ${find} ${marked}`}
          cards={items}
          languages={languages}
          onEdit={(card) => onOpen({ kind: 'edit', card })}
          onAct={async (act, ids) => {
            if (act !== 'delete' && act !== 'move') return changes.mark(ids, act);
            onOpen({ kind: act, ids });
            return false;
          }}
        />
      </Suspense>
    );
  const firstPlace = ((cards?.pageInfo.page ?? 1) - 1) * perPage + 1;
  return (
    <CardGrid>
      {items.map((card, index) => {
        const { isFirst, isNew } = addedAt(firstPlace + index);
        return (
          <DeckFlashcard
            key={card.id}
            card={card}
            languages={languages}
            isNew={!isFiltered && isNew}
            justMade={card.id === newId || (!isFiltered && isFirst)}
            onEdit={() => onOpen({ kind: 'edit', card })}
            onDelete={() => onOpen({ kind: 'delete', ids: [card.id] })}
            onMove={() => onOpen({ kind: 'move', ids: [card.id] })}
            onFlag={() => void changes.flag(card)}
            onSuspend={() => void changes.suspend(card)}
          />
        );
      })}
    </CardGrid>
  );
}
