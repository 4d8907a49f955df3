import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import { useRef, type ReactNode } from 'react';
import type { CardFormat } from '../card/side-content.tsx';
import { BoldIcon, CodeIcon, FormulaIcon, GapIcon, ListIcon, PictureIcon } from '../icons.tsx';
import { KindSelect } from './kind-select.tsx';
import type { Mark } from './insert-mark.ts';

interface EditorBarProps {
  kind: string;
  format: CardFormat;
  /** Absent for a card that exists: its note keeps its kind. */
  onKind?: (kind: string) => void;
  onFormat: (format: CardFormat) => void;
  onMark: (mark: Mark) => void;
  onFile: (file: File | undefined) => void;
  isUploading: boolean;
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

function BarButton({
  label,
  icon,
  ...rest
}: {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <IconButton
      aria-label={label}
      title={label}
      onMouseDown={keepFocus}
      sx={{ width: 44, height: 44, fontSize: 20 }}
      {...rest}
    >
      {icon}
    </IconButton>
  );
}

/** Thin bar above the fields of a card: its kind, and marks around the selected text. */
export function EditorBar({ kind, format, onKind, onFormat, onMark, onFile, isUploading }: EditorBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const canGap = kind === 'cloze' || (onKind !== undefined && kind === 'basic');
  const all = [...tools(), ...(canGap ? [{ mark: 'gap', label: t`Gap`, icon: <GapIcon /> } as const] : [])];
  const formatted = (
    <ToggleButton
      value="rich"
      size="small"
      selected={format === 'RICH'}
      onChange={() => onFormat(format === 'RICH' ? 'PLAIN' : 'RICH')}
      sx={{ ml: 'auto', minHeight: 44, px: 1.5, textTransform: 'none' }}
    >
      {t`Formatted`}
    </ToggleButton>
  );
  return (
    <Box
      role="toolbar"
      aria-label={t`Formatting`}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, mb: 1.5 }}
    >
      {onKind && <KindSelect kind={kind} onKind={onKind} />}
      {onKind && (
        <>
          {formatted}
          <Box sx={{ flexBasis: '100%' }} />
        </>
      )}
      {all.map(({ mark, ...look }) => (
        <BarButton key={mark} {...look} onClick={() => onMark(mark)} />
      ))}
      <BarButton
        label={t`Picture or sound`}
        icon={<PictureIcon />}
        disabled={isUploading}
        onClick={() => input.current?.click()}
      />
      <Box
        ref={input}
        component="input"
        type="file"
        accept="image/*,audio/*"
        aria-label={t`File with a picture or sound`}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again.
          currentTarget.value = '';
          onFile(file);
        }}
        sx={{ display: 'none' }}
      />
      {!onKind && formatted}
    </Box>
  );
}
