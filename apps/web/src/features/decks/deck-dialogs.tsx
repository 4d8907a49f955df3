import { lazy, Suspense } from 'react';
import type { DeckTileParts } from '../../shared/decks/deck-tile.tsx';
import type { DeckInput } from './deck-dialog.tsx';

export const loadDeckDialog = () => import('./deck-dialog.tsx');
const DeckDialog = lazy(async () => ({ default: (await loadDeckDialog()).DeckDialog }));
const DeleteDeck = lazy(async () => ({ default: (await import('./delete-deck.tsx')).DeleteDeck }));

/** Which dialog of My Decks is open. */
export type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; deck: DeckTileParts } | null;

interface DeckDialogsProps {
  open: OpenDialog;
  onClose: () => void;
  onCreate: (input: DeckInput) => Promise<void>;
  onUpdate: (id: string, input: DeckInput) => Promise<void>;
  onDelete: (id: string) => Promise<void>;
}

/** The dialogs of My Decks; the one for creating and editing is fetched on first sight of its button. */
export function DeckDialogs({ open, onClose, onCreate, onUpdate, onDelete }: DeckDialogsProps) {
  if (!open) return <></>;
  return (
    <Suspense>
      {open.kind === 'create' && <DeckDialog onClose={onClose} onSave={onCreate} />}
      {open.kind === 'edit' && (
        <DeckDialog deck={open.deck} onClose={onClose} onSave={(input) => onUpdate(open.deck.id, input)} />
      )}
      {open.kind === 'delete' && <DeleteDeck deck={open.deck} onDelete={onDelete} onClose={onClose} />}
    </Suspense>
  );
}
