import { lazy, Suspense } from 'react';
import { DeleteCard } from './delete-card.tsx';
import type { DeckFlashcardPartsFragment } from './deck-flashcard.generated.ts';

export const loadCardDialog = () => import('./card-dialog.tsx');
const CardDialog = lazy(async () => ({ default: (await loadCardDialog()).CardDialog }));

/** Which dialog of a deck's page is open. */
export type OpenCardDialog =
  { kind: 'add' } | { kind: 'edit' | 'delete'; card: DeckFlashcardPartsFragment } | null;

interface Sides {
  frontText: string;
  backText: string;
}

interface CardDialogsProps {
  open: OpenCardDialog;
  onClose: () => void;
  onAdd: (sides: Sides) => Promise<void>;
  onEdit: (id: string, sides: Sides) => Promise<void>;
  onDelete: (id: string) => Promise<void>;
}

export function CardDialogs({ open, onClose, onAdd, onEdit, onDelete }: CardDialogsProps) {
  if (!open) return <></>;
  if (open.kind === 'delete') return <DeleteCard onDelete={() => onDelete(open.card.id)} onClose={onClose} />;
  return (
    <Suspense>
      {open.kind === 'add' ? (
        <CardDialog onClose={onClose} onSave={onAdd} />
      ) : (
        <CardDialog card={open.card} onClose={onClose} onSave={(sides) => onEdit(open.card.id, sides)} />
      )}
    </Suspense>
  );
}
