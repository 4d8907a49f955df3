import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { focusMain } from '../../../shared/browser/focus-main.ts';
import type { DeckDialogsProps, OpenDialog } from './deck-dialogs.tsx';
import { useDeckChanges } from './use-deck-changes.ts';
import type { ShownDecks } from '../list/use-shown-decks.ts';

/** Which dialog is open, and what is shown after it has changed a deck. */
export function useDeckDialogs({ decks, facets, query, setPage, refetch }: ShownDecks) {
  const changes = useDeckChanges(refetch);
  const navigate = useNavigate();
  const [open, openDialog] = useState<OpenDialog>(null);
  const [next, setNext] = useState<'ai' | 'several' | null>(null);
  const close = () => {
    openDialog(null);
    setNext(null);
  };
  const dialogs: DeckDialogsProps = {
    open,
    suggestions: facets,
    onClose: close,
    onCreate: async (input) => {
      const id = await changes.create(input);
      await navigate(`/mydecks/${id}${next ? `?${next}=new` : ''}`);
    },
    onUpdate: async (id, input, version) => {
      await changes.update(id, input, version);
      close();
    },
    onDelete: async (id) => {
      await changes.remove(id, decks?.items.find((deck) => deck.id === id)?.version);
      close();
      if (decks?.items.length === 1 && query.page > 1) setPage(query.page - 1);
      else await refetch();
      focusMain();
    },
  };
  return {
    dialogs,
    openDialog,
    /** Creates a deck and generates or pastes cards on its page, because cards need a deck. */
    createThen: (step: 'ai' | 'several') => {
      setNext(step);
      openDialog({ kind: 'create' });
    },
  };
}
