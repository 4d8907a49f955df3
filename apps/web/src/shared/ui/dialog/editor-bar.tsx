import { noteKinds } from '@kumbuka/contracts/kinds';
import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import NativeSelect from '@mui/material/NativeSelect';
import ToggleButton from '@mui/material/ToggleButton';
import type { ReactNode } from 'react';
import { shownLanguage } from '../../i18n/i18n.ts';
import type { CardFormat } from '../card/side-content.tsx';
import { BoldIcon, CodeIcon, FormulaIcon, GapIcon, ListIcon } from '../icons.tsx';
import type { Mark } from './insert-mark.ts';

interface EditorBarProps {
  kind: string;
  format: CardFormat;
  /** Absent for a card that exists: its note keeps its kind. */
  onKind?: (kind: string) => void;
  onFormat: (format: CardFormat) => void;
  onMark: (mark: Mark) => void;
}

interface Tool {
  mark: Mark;
  label: string;
  icon: ReactNode;
}

const tools = (): Tool[] => [
  { mark: 'bold', label: t`Bold`, icon: <BoldIcon /> },
  { mark: 'list', label: t`List`, icon: <ListIcon /> },
  { mark: 'formula', label: t`Formula`, icon: <FormulaIcon /> },
  { mark: 'code', label: t`Code`, icon: <CodeIcon /> },
];

/** Keeps the selection in the field. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();

/** Thin bar above the fields of a card: its kind, and marks around the selected text. */
export function EditorBar({ kind, format, onKind, onFormat, onMark }: EditorBarProps) {
  const canGap = kind === 'cloze' || (onKind !== undefined && kind === 'basic');
  const all = [...tools(), ...(canGap ? [{ mark: 'gap', label: t`Gap`, icon: <GapIcon /> } as const] : [])];
  return (
    <Box
      role="toolbar"
      aria-label={t`Formatting`}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, mb: 1.5 }}
    >
      {onKind && (
        <NativeSelect
          value={kind}
          onChange={({ target }) => onKind(target.value)}
          inputProps={{ 'aria-label': t`Kind of card` }}
          sx={{ mr: 1, minHeight: 44, fontSize: '0.9375rem' }}
        >
          {noteKinds.map(({ id, name }) => (
            <option key={id} value={id}>
              {name[shownLanguage()]}
            </option>
          ))}
        </NativeSelect>
      )}
      {all.map(({ mark, label, icon }) => (
        <IconButton
          key={mark}
          aria-label={label}
          title={label}
          onMouseDown={keepFocus}
          onClick={() => onMark(mark)}
          sx={{ width: 44, height: 44, fontSize: 20 }}
        >
          {icon}
        </IconButton>
      ))}
      <ToggleButton
        value="rich"
        size="small"
        selected={format === 'RICH'}
        onChange={() => onFormat(format === 'RICH' ? 'PLAIN' : 'RICH')}
        sx={{ ml: 'auto', minHeight: 44, px: 1.5, textTransform: 'none' }}
      >
        {t`Formatted`}
      </ToggleButton>
    </Box>
  );
}
