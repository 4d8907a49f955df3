import type { DeckTileParts } from '../../../shared/decks/deck-tile.tsx';
import type { DeckInput, SavedDeck } from './deck-dialog.tsx';
import { lazyNamed } from '../../../shared/browser/lazy-named.tsx';
import { Opening } from '../../../shared/ui/states/opening.tsx';

export const loadDeckDialog = () => import('./deck-dialog.tsx');
const DeckDialog = lazyNamed(loadDeckDialog, 'DeckDialog');
const DeleteDeck = lazyNamed(() => import('./delete-deck.tsx'), 'DeleteDeck');

/** Which dialog of My Decks is open. */
export type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; deck: OwnDeckParts } | null;

/** A deck of the list with the version that a form must name. */
export type OwnDeckParts = DeckTileParts & Pick<SavedDeck, 'version'>;

export interface DeckDialogsProps {
  open: OpenDialog;
  suggestions: { subjects: readonly string[]; categories: readonly string[] };
  onClose: () => void;
  onCreate: (input: DeckInput) => Promise<void>;
  onUpdate: (id: string, input: DeckInput, expectedVersion?: number) => Promise<void>;
  onDelete: (id: string) => Promise<void>;
}

/** The dialogs of My Decks; the one for creating and editing is fetched on first sight of its button. */
export function DeckDialogs({ open, suggestions, onClose, onCreate, onUpdate, onDelete }: DeckDialogsProps) {
  if (!open) return <></>;
  return (
    <Opening>
      {open.kind === 'create' && <DeckDialog suggestions={suggestions} onClose={onClose} onSave={onCreate} />}
      {open.kind === 'edit' && (
        <DeckDialog
          deck={open.deck}
          suggestions={suggestions}
          onClose={onClose}
          onSave={(input, version) => onUpdate(open.deck.id, input, version)}
        />
      )}
      {open.kind === 'delete' && <DeleteDeck deck={open.deck} onDelete={onDelete} onClose={onClose} />}
    </Opening>
  );
}
