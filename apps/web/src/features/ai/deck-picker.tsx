import { useQuery } from '@apollo/client/react';
import MenuItem from '@mui/material/MenuItem';
import { useEffect } from 'react';
import { FormField } from '../../shared/ui/fields.tsx';
import { DecksToFillDocument } from './deck-picker.generated.ts';
import type { Target } from './generation-state.ts';

interface DeckPickerProps {
  target: Target | null;
  onPick: (target: Target) => void;
}

function hintOf(loading: boolean, shown: number, total: number): string {
  if (loading) return 'Loading your decks…';
  if (shown === 0) return 'Your decks could not be loaded. Open a deck and generate from there.';
  return total > shown ? `Your ${shown} most recent decks.` : ' ';
}

/** The deck that the cards go to; the most recent one is chosen at first. */
export function DeckPicker({ target, onPick }: DeckPickerProps) {
  const { data, loading } = useQuery(DecksToFillDocument);
  const decks = data?.viewer.decks?.items ?? [];
  const total = data?.viewer.decks?.pageInfo.totalItems ?? 0;
  const first = decks[0];
  const pick = (id: string) => {
    const deck = decks.find((one) => one.id === id);
    if (deck) onPick({ deckId: deck.id, title: deck.title });
  };
  useEffect(() => {
    if (target === null && first) onPick({ deckId: first.id, title: first.title });
  }, [target, first, onPick]);
  return (
    <FormField
      select
      label="Deck"
      value={decks.some(({ id }) => id === target?.deckId) ? target?.deckId : ''}
      helperText={hintOf(loading && !data, decks.length, total)}
      onChange={(event) => pick(event.target.value)}
    >
      {decks.map(({ id, title }) => (
        <MenuItem key={id} value={id} sx={{ whiteSpace: 'normal' }}>
          {title}
        </MenuItem>
      ))}
    </FormField>
  );
}
