import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyNamed } from '../../../shared/browser/lazy-named.tsx';
import { isOfStoredNote } from '../../../shared/ui/dialog/card-kinds.ts';
import type { CardActs } from './card-actions.tsx';
import { EditCard, type CardDialogsProps, type OpenCardDialog } from './card-dialogs.tsx';
import { CardGrid } from './card-grid.tsx';
import { DeckFlashcard } from './deck-flashcard.tsx';
import type { DeckFlashcardPartsFragment } from './deck-flashcard.generated.ts';
import type { CardChanges } from './use-card-changes.ts';
import type { ShownCards } from './use-shown-cards.ts';

const CardRows = lazyNamed(() => import('./card-rows.tsx'), 'CardRows');

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
  deckId: string;
  shown: ShownCards;
  changes: CardChanges;
  /** Card that was made last on this page, which comes into view. */
  newId: string | null;
  onOpen: (dialog: OpenCardDialog) => void;
  /** The card that is edited in its row, if any. */
  edited: DeckFlashcardPartsFragment | null;
  dialogs: Pick<CardDialogsProps, 'onClose' | 'onEdit'>;
}

/** The shown page of cards, as a list or as tiles. */
export function CardList({ deckId, shown, changes, newId, onOpen, edited, dialogs }: CardListProps) {
  const { cards, page, perPage, find, marked, isFiltered, view } = shown;
  const addedAt = useAddedCards();
  const items = cards?.items ?? [];
  const languages = { front: shown.deck?.frontLanguage ?? null, back: shown.deck?.backLanguage ?? null };
  const firstPlace = ((cards?.pageInfo.page ?? 1) - 1) * perPage + 1;
  const stateOf = (card: DeckFlashcardPartsFragment) => {
    const { isFirst, isNew } = addedAt(firstPlace + items.indexOf(card));
    return { isNew: !isFiltered && isNew, justMade: card.id === newId || (!isFiltered && isFirst) };
  };
  const actsOf = (card: DeckFlashcardPartsFragment): CardActs => ({
    onDelete: () => onOpen({ kind: 'delete', ids: [card.id] }),
    onMove: () => onOpen({ kind: 'move', ids: [card.id] }),
    onFlag: () => void changes.flag(card),
    onSuspend: () => void changes.suspend(card),
  });
  if (view === 'list' && items.length > 0)
    return (
      <Suspense>
        <CardRows
          key={`${page} ${find} ${marked}`}
          cards={items}
          languages={languages}
          edited={
            edited && {
              id: edited.id,
              editor: (
                <EditCard
                  key={edited.id}
                  inPlace
                  deckId={deckId}
                  languages={languages}
                  card={edited}
                  {...dialogs}
                />
              ),
            }
          }
          stateOf={stateOf}
          actsOf={actsOf}
          onEdit={(card) => onOpen({ kind: 'edit', card, inRow: !isOfStoredNote(card.kind) })}
          onAct={async (act, ids) => {
            if (act !== 'delete' && act !== 'move') return changes.mark(ids, act);
            onOpen({ kind: act, ids });
            return false;
          }}
        />
      </Suspense>
    );
  return (
    <CardGrid>
      {items.map((card) => (
        <DeckFlashcard
          key={card.id}
          card={card}
          languages={languages}
          {...stateOf(card)}
          {...actsOf(card)}
          onEdit={() => onOpen({ kind: 'edit', card })}
        />
      ))}
    </CardGrid>
  );
}
