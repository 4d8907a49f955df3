import { limits } from '@kumbuka/contracts/constants';
import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import type { KeyboardEvent } from 'react';
import { verbatim } from '../../shared/ui/fields.tsx';
import { SearchIcon } from '../../shared/ui/icons.tsx';
import type { PaletteEntry } from './find.ts';
import { idOf, linesId } from './palette-lines.tsx';

interface FieldProps {
  typed: string;
  chosen: PaletteEntry | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Search field; the list of results is its popup. */
export function PaletteField({ typed, chosen, onType, onKeyDown }: FieldProps) {
  return (
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
        onChange={(event) => onType(event.target.value.slice(0, limits.searchText))}
        onKeyDown={onKeyDown}
        slotProps={{
          input: {
            ...verbatim,
            enterKeyHint: 'go',
            role: 'combobox',
            'aria-label': t`Page, deck or card`,
            'aria-expanded': true,
            'aria-controls': linesId,
            'aria-activedescendant': idOf(chosen),
          },
        }}
      />
    </Box>
  );
}
