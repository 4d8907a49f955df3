import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { useEffect, useState } from 'react';
import { ownText } from '../format/own-text.ts';
import { dataOrCached } from '../apollo/shown.ts';
import { FormField } from '../ui/fields.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { DecksToFillDocument, type DecksToFillQuery } from './deck-picker.generated.ts';

export interface PickedDeck {
  deckId: string;
  title: string;
}

type Decks = NonNullable<DecksToFillQuery['viewer']['decks']>;

interface DeckPickerProps {
  target: PickedDeck | null;
  onPick: (target: PickedDeck) => void;
  /** Text when the decks cannot be loaded. */
  failed: string;
  /** Deck that is not on offer. */
  exceptId?: string;
}

/** Decks whose title contains a text, most recent first; all of them for none. */
function useDecksToFill(find: string) {
  const variables = { filter: find === '' ? null : { titleContains: find } };
  const request = { query: DecksToFillDocument, variables };
  const result = useQuery(request.query, { variables });
  const { loading, refetch, client } = result;
  const shown = dataOrCached(result, () => client.readQuery(request));
  return { decks: shown?.viewer.decks ?? null, loading, refetch };
}

function hintOf({ items, pageInfo }: Decks, find: string): string {
  const { totalItems } = pageInfo;
  if (find !== '') return t`${plural(totalItems, { one: '# deck', other: '# decks' })} found.`;
  return totalItems > items.length
    ? t`Your ${items.length} most recent decks; find the others by title.`
    : ' ';
}

/** The deck that was chosen stays on offer, whatever is searched for. */
function offered(decks: readonly { id: string; title: string }[], target: PickedDeck | null) {
  if (!target || decks.some(({ id }) => id === target.deckId)) return decks;
  return [{ id: target.deckId, title: target.title }, ...decks];
}

function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Box role="alert" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
      <Box sx={{ flex: '1 1 260px', color: 'text.secondary' }}>{text}</Box>
      <Button variant="outlined" size="small" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </Box>
  );
}

/** The deck that the cards go to; the most recent one is chosen at first, and any can be found by its title. */
export function DeckPicker({ target, onPick, failed, exceptId }: DeckPickerProps) {
  const [find, setFind] = useState('');
  const [searched, setSearched] = useState(false);
  const { decks, loading, refetch } = useDecksToFill(find.trim());
  const others = decks?.items.filter(({ id }) => id !== exceptId) ?? [];
  const choices = offered(others, target);
  const [first] = others;
  const isLong = decks !== null && decks.pageInfo.totalItems > decks.items.length;
  useEffect(() => {
    if (target === null && first) onPick({ deckId: first.id, title: first.title });
  }, [target, first, onPick]);
  if (isLong && !searched) setSearched(true);
  if (!decks && !loading) return <LoadFailed text={failed} onRetry={() => void refetch()} />;
  const pick = (id: string) => {
    const deck = choices.find((one) => one.id === id);
    if (deck) onPick({ deckId: deck.id, title: deck.title });
  };
  return (
    <>
      {searched && (
        <Box sx={{ display: 'flex', mb: 2 }}>
          <SearchField label={t`Find a deck by its title`} value={find} onChange={setFind} />
        </Box>
      )}
      <FormField
        select
        label={t`Deck`}
        value={target?.deckId ?? ''}
        helperText={decks ? hintOf(decks, find.trim()) : t`Loading your decks…`}
        onChange={(event) => pick(event.target.value)}
      >
        {choices.map(({ id, title }) => (
          <MenuItem key={id} value={id} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            <bdi {...ownText}>{title}</bdi>
          </MenuItem>
        ))}
      </FormField>
    </>
  );
}
