import { lazyNamed } from '../../../shared/browser/lazy-named.tsx';
import { Opening } from '../../../shared/ui/states/opening.tsx';
import type { SideLanguages } from '../../../shared/format/own-text.ts';
import { draftOf } from '../../../shared/browser/drafts.ts';
import type { CardDraft, CardSides } from '../../../shared/ui/dialog/card-dialog.tsx';
import { pictureKind } from '../../../shared/ui/dialog/picture-kind.ts';
import { placesOf } from './draft-places.ts';
import type { DeckFlashcardPartsFragment } from './deck-flashcard.generated.ts';

export const loadCardDialog = () => import('../../../shared/ui/dialog/card-dialog.tsx');
const CardDialog = lazyNamed(loadCardDialog, 'CardDialog');
const AddSeveral = lazyNamed(() => import('../add-several/add-several.tsx'), 'AddSeveral');
const DeleteCard = lazyNamed(() => import('./delete-card.tsx'), 'DeleteCard');
const MoveCards = lazyNamed(() => import('./move-cards.tsx'), 'MoveCards');

/** Which dialog of a deck's page is open. */
export type OpenCardDialog =
  | { kind: 'add' | 'several' | 'photo' }
  | { kind: 'edit'; card: DeckFlashcardPartsFragment; inRow?: boolean }
  | { kind: 'delete' | 'move'; ids: readonly string[] }
  | null;

/** The dialog in which something was typed before the page was loaded again. */
export function dialogOfDraft(deckId: string): OpenCardDialog {
  const places = placesOf(deckId);
  if (draftOf(places.several).read()) return { kind: 'several' };
  if (draftOf(places.add).read()) return { kind: 'add' };
  const card = draftOf<CardDraft<DeckFlashcardPartsFragment>>(places.edit).read()?.card;
  return card ? { kind: 'edit', card } : null;
}

export interface CardDialogsProps {
  deckId: string;
  /** Title of the deck. */
  title: string;
  languages: SideLanguages;
  open: OpenCardDialog;
  onClose: () => void;
  /** The dialog stays open for a card that follows. */
  onAdd: (sides: CardSides, isFollowed: boolean) => Promise<void>;
  onAddedSeveral: (cardCount: number, added: number) => Promise<void> | void;
  onEdit: (id: string, sides: CardSides, expectedVersion?: number) => Promise<void>;
  onDelete: (ids: readonly string[]) => Promise<void>;
  onMoved: (ids: readonly string[]) => Promise<void>;
}

/** Edits a card, in a dialog or in its row of the list. */
export function EditCard({
  deckId,
  languages,
  card,
  inPlace = false,
  onClose,
  onEdit,
}: Pick<CardDialogsProps, 'deckId' | 'languages' | 'onClose' | 'onEdit'> & {
  card: DeckFlashcardPartsFragment;
  inPlace?: boolean;
}) {
  return (
    <Opening>
      <CardDialog
        place={placesOf(deckId).edit}
        languages={languages}
        card={card}
        inPlace={inPlace}
        onClose={onClose}
        onSave={(sides, { expectedVersion }) => onEdit(card.id, sides, expectedVersion)}
      />
    </Opening>
  );
}

export function CardDialogs(props: CardDialogsProps) {
  const { deckId, title, languages, open, onClose, onAdd, onAddedSeveral, onEdit, onDelete, onMoved } = props;
  if (!open) return <></>;
  return (
    <Opening>
      {(open.kind === 'add' || open.kind === 'photo') && (
        <CardDialog
          place={placesOf(deckId).add}
          {...(open.kind === 'photo' && { kind: pictureKind })}
          languages={languages}
          onClose={onClose}
          onSave={(sides, { isFollowed }) => onAdd(sides, isFollowed)}
        />
      )}
      {open.kind === 'several' && <AddSeveral deckId={deckId} onClose={onClose} onAdded={onAddedSeveral} />}
      {open.kind === 'edit' && (
        <EditCard deckId={deckId} languages={languages} card={open.card} onClose={onClose} onEdit={onEdit} />
      )}
      {open.kind === 'delete' && (
        <DeleteCard count={open.ids.length} onDelete={() => onDelete(open.ids)} onClose={onClose} />
      )}
      {open.kind === 'move' && (
        <MoveCards
          from={{ deckId, title }}
          ids={open.ids}
          onMoved={() => onMoved(open.ids)}
          onClose={onClose}
        />
      )}
    </Opening>
  );
}
