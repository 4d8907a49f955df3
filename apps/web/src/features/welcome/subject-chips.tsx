import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from '../../shared/browser/page-keys.ts';
import { tint } from '../../shared/theme/tokens.ts';
import { CheckIcon } from '../../shared/ui/icons.tsx';
import { toggleSubject } from './selection.ts';

interface SubjectChipsProps {
  all: readonly string[];
  chosen: readonly string[];
  onChoose: (subjects: readonly string[]) => void;
}

/** One row that scrolls sideways; it ends at the edge of the window where it is narrow, and fades out where it is wide. */
const row = {
  display: 'flex',
  gap: 1,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  overscrollBehaviorX: 'contain',
  scrollPaddingInline: '32px',
  mx: { xs: -2, sm: -1 },
  px: { xs: 2, sm: 1 },
  py: 0.75,
  mb: 2,
  maskImage: { sm: 'linear-gradient(to right, transparent, black 8px calc(100% - 24px), transparent)' },
};

/** Index of the button to which a key moves the focus. */
const targets: Record<string, (from: number, count: number) => number> = {
  ArrowRight: (from, count) => (from + 1) % count,
  ArrowLeft: (from, count) => (from - 1 + count) % count,
  Home: () => 0,
  End: (_from, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const from = buttons.findIndex((button) => button === event.target);
  const target = targets[event.key];
  if (
    !target ||
    from < 0 ||
    isComposing(event.nativeEvent) ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey
  )
    return;
  event.preventDefault();
  buttons[target(from, buttons.length)]?.focus();
}

interface ChipProps {
  on: boolean;
  isTabStop: boolean;
  onFocus: () => void;
  onClick: () => void;
  children: ReactNode;
}

function Chip({ on, isTabStop, onFocus, onClick, children }: ChipProps) {
  return (
    <ButtonBase
      aria-pressed={on}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onClick}
      sx={{
        flexShrink: 0,
        gap: 1,
        minHeight: 44,
        px: 2,
        borderRadius: '999px',
        border: '1px solid',
        borderColor: on ? 'transparent' : 'meaning.control',
        color: on ? 'text.primary' : 'text.secondary',
        bgcolor: on ? tint.soft : 'transparent',
        font: 'inherit',
        fontWeight: 600,
        fontSize: '0.9375rem',
        whiteSpace: 'nowrap',
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', width: 18, color: 'meaning.link' }}>
        {on && <CheckIcon size={18} />}
      </Box>
      {children}
    </ButtonBase>
  );
}

/**
 * A toolbar: one tab stop, and the arrow keys, Home and End move within it. Each chip is on or off; 'All subjects' turned
 * off leaves the first subject, because one must stay.
 */
export function SubjectChips({ all, chosen, onChoose }: SubjectChipsProps) {
  const [stop, setStop] = useState(0);
  const toggle = (index: number) => ({ isTabStop: index === stop, onFocus: () => setStop(index) });
  const isAll = chosen.length === all.length;
  return (
    <Box role="toolbar" aria-label={t`Subjects`} onKeyDown={moveFocus} sx={row}>
      <Chip {...toggle(0)} on={isAll} onClick={() => onChoose(isAll ? all.slice(0, 1) : all)}>
        {t`All subjects`}
      </Chip>
      {all.map((subject, index) => (
        <Chip
          key={subject}
          {...toggle(index + 1)}
          on={chosen.includes(subject)}
          onClick={() => onChoose(toggleSubject(chosen, subject))}
        >
          {subject}
        </Chip>
      ))}
    </Box>
  );
}
