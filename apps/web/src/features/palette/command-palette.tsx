import { t } from '@lingui/core/macro';
import Dialog from '@mui/material/Dialog';
import Typography from '@mui/material/Typography';
import { useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isComposing } from '../../shared/browser/page-keys.ts';
import { placesFor, type PaletteEntry } from './find.ts';
import { PaletteField } from './palette-field.tsx';
import { PaletteLines } from './palette-lines.tsx';
import { useSearch } from './use-search.ts';

function statusOf({ isBusy, failed }: { isBusy: boolean; failed: boolean }, lines: number): string {
  if (isBusy) return t`Searching…`;
  if (failed) return t`Decks and cards could not be searched.`;
  return lines === 0 ? t`Nothing found.` : t`${lines} found`;
}

/** Chosen line, which the arrow keys move in a circle and Enter opens; `reset` chooses the first one again. */
function useChosenLine(lines: readonly PaletteEntry[], onChoose: (line: PaletteEntry) => void) {
  const [index, setIndex] = useState(0);
  const at = Math.min(index, Math.max(0, lines.length - 1));
  const chosen = lines[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isComposing(event.nativeEvent) || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step !== undefined) setIndex((at + step + lines.length) % Math.max(1, lines.length));
    else if (chosen) onChoose(chosen);
  };
  return { chosen, onKeyDown, reset: () => setIndex(0) };
}

/** Dialog that finds pages, decks and cards by a few letters and opens the chosen one. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const search = useSearch(typed);
  const lines = [...placesFor(typed), ...search.found];
  const open = (line: PaletteEntry) => {
    onClose();
    void navigate(line.to);
  };
  const { chosen, onKeyDown, reset } = useChosenLine(lines, open);
  const type = (text: string) => {
    setTyped(text);
    reset();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t`Go to a page, deck or card`, sx: { alignSelf: 'flex-start' } } }}
    >
      <PaletteField typed={typed} chosen={chosen} onType={type} onKeyDown={onKeyDown} />
      <PaletteLines lines={lines} chosen={chosen} onChoose={open} />
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', px: 3, pb: 2 }}>
        {statusOf(search, lines.length)}
      </Typography>
    </Dialog>
  );
}
