import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { ownText } from '../../shared/format/own-text.ts';
import { tint, halfOfWindow } from '../../shared/theme/tokens.ts';
import type { PaletteEntry } from './find.ts';

export const linesId = 'palette-lines';
/** Id of the element of a line; `undefined` without a line. */
export const idOf = (line: PaletteEntry | undefined) => line && `palette-${line.id}`;

function Line({ line, isChosen, onChoose }: { line: PaletteEntry; isChosen: boolean; onChoose: () => void }) {
  return (
    <Box
      component="li"
      role="option"
      id={idOf(line)}
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

interface LinesProps {
  lines: readonly PaletteEntry[];
  chosen: PaletteEntry | undefined;
  onChoose: (line: PaletteEntry) => void;
}

/** List of results; keeps the chosen one in view. */
export function PaletteLines({ lines, chosen, onChoose }: LinesProps) {
  const chosenId = idOf(chosen);
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <Box
      component="ul"
      role="listbox"
      id={linesId}
      aria-label={t`Found`}
      sx={{ listStyle: 'none', m: 0, p: 1, ...halfOfWindow, overflowY: 'auto' }}
    >
      {lines.map((line) => (
        <Line key={line.id} line={line} isChosen={line === chosen} onChoose={() => onChoose(line)} />
      ))}
    </Box>
  );
}
