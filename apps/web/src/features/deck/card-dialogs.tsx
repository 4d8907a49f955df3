import { lazy, Suspense } from 'react';
import type { CardSides } from './card-dialog.tsx';
import type { DeckFlashcardPartsFragment } from './deck-flashcard.generated.ts';

export const loadCardDialog = () => import('./card-dialog.tsx');
const CardDialog = lazy(async () => ({ default: (await loadCardDialog()).CardDialog }));
const DeleteCard = lazy(async () => ({ default: (await import('./delete-card.tsx')).DeleteCard }));

/** Which dialog of a deck's page is open. */
export type OpenCardDialog =
  { kind: 'add' } | { kind: 'edit' | 'delete'; card: DeckFlashcardPartsFragment } | null;

interface CardDialogsProps {
  open: OpenCardDialog;
  onClose: () => void;
  onAdd: (sides: CardSides) => Promise<void>;
  onEdit: (id: string, sides: CardSides, expectedVersion?: number) => Promise<void>;
  onDelete: (id: string) => Promise<void>;
}

export function CardDialogs({ open, onClose, onAdd, onEdit, onDelete }: CardDialogsProps) {
  if (!open) return <></>;
  return (
    <Suspense>
      {open.kind === 'add' && <CardDialog onClose={onClose} onSave={onAdd} />}
      {open.kind === 'edit' && (
        <CardDialog
          card={open.card}
          onClose={onClose}
          onSave={(sides, version) => onEdit(open.card.id, sides, version)}
        />
      )}
      {open.kind === 'delete' && <DeleteCard onDelete={() => onDelete(open.card.id)} onClose={onClose} />}
    </Suspense>
  );
}
