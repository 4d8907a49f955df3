import { useApolloClient } from '@apollo/client/react';
import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useMatch, useNavigate } from 'react-router-dom';
import { ownText } from '../../shared/lib/own-text.ts';
import { SearchIcon } from '../../shared/ui/icons.tsx';
import { tint } from '../../shared/theme/tokens.ts';
import { find, placesFor, type Found } from './find.ts';

const pauseMs = 250;

/** Id of the deck that the current page shows; `null` without one. */
function useDeckHere(): string | null {
  const deck = useMatch('/mydecks/:deckId');
  const session = useMatch('/study/:deckId');
  const id = deck?.params.deckId ?? session?.params.deckId;
  return id && /^\d+$/.test(id) ? id : null;
}

interface Search {
  text: string;
  found: Found[];
  failed: boolean;
}

/** Search results, requested a moment after the last key. */
function useSearch(typed: string): Search & { isBusy: boolean } {
  const client = useApolloClient();
  const here = useDeckHere();
  const [search, setSearch] = useState<Search>({ text: '', found: [], failed: false });
  const text = typed.trim();
  useEffect(() => {
    if (text === '') return;
    let left = false;
    const timer = setTimeout(() => {
      find(client, text, here).then(
        (found) => void (left || setSearch({ text, found, failed: false })),
        () => void (left || setSearch({ text, found: [], failed: true })),
      );
    }, pauseMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [client, here, text]);
  if (text === '') return { text, found: [], failed: false, isBusy: false };
  return { ...search, isBusy: search.text !== text };
}

function Line({ line, isChosen, onChoose }: { line: Found; isChosen: boolean; onChoose: () => void }) {
  return (
    <Box
      component="li"
      role="option"
      id={`palette-${line.id}`}
      aria-selected={isChosen}
      onClick={onChoose}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 44,
        px: 2,
        borderRadius: '8px',
        cursor: 'pointer',
        bgcolor: isChosen ? tint.soft : 'transparent',
        '&:hover': { bgcolor: tint.soft },
      }}
    >
      <Typography component="span" noWrap {...(line.isOwn && ownText)} sx={{ flex: 1 }}>
        {line.label}
      </Typography>
      <Typography
        component="span"
        variant="body2"
        noWrap
        {...(line.isOwnNote && ownText)}
        sx={{ color: 'text.secondary', maxWidth: '40%' }}
      >
        {line.note}
      </Typography>
    </Box>
  );
}

function statusOf({ isBusy, failed }: { isBusy: boolean; failed: boolean }, lines: number): string {
  if (isBusy) return t`Searching…`;
  if (failed) return t`Decks and cards could not be searched.`;
  return lines === 0 ? t`Nothing found.` : t`${lines} found`;
}

/** Dialog that finds pages, decks and cards by a few letters and opens the chosen one. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const search = useSearch(typed);
  const lines = [...placesFor(typed), ...search.found];
  const at = Math.min(chosen, Math.max(0, lines.length - 1));
  const choose = (line: Found | undefined) => {
    if (!line) return;
    onClose();
    void navigate(line.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) return choose(lines[at]);
    setChosen((at + step + lines.length) % Math.max(1, lines.length));
  };
  useEffect(() => {
    document.getElementById(`palette-${lines[at]?.id}`)?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t`Go to a page, deck or card`, sx: { alignSelf: 'flex-start' } } }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2.5,
          py: 1.5,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <SearchIcon size={20} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={t`Page, deck or card`}
          onChange={(event) => {
            setTyped(event.target.value.slice(0, limits.searchText));
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': t`Page, deck or card`,
              'aria-expanded': true,
              'aria-controls': 'palette-lines',
              'aria-activedescendant': lines[at] ? `palette-${lines[at].id}` : undefined,
            },
          }}
        />
      </Box>
      <Box
        component="ul"
        role="listbox"
        id="palette-lines"
        aria-label={t`Found`}
        sx={{ listStyle: 'none', m: 0, p: 1, height: 'min(22rem, 50dvh)', overflowY: 'auto' }}
      >
        {lines.map((line, index) => (
          <Line key={line.id} line={line} isChosen={index === at} onChoose={() => choose(line)} />
        ))}
      </Box>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', px: 3, pb: 2 }}>
        {statusOf(search, lines.length)}
      </Typography>
    </Dialog>
  );
}
