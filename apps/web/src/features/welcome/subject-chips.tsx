import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from '../../shared/browser/page-keys.ts';
import { tint } from '../../shared/theme/tokens.ts';
import { CheckIcon } from '../../shared/ui/icons.tsx';
import { toggleOnly, toggleSubject } from './selection.ts';

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

interface ToggleProps {
  on: boolean;
  isTabStop: boolean;
  label?: string;
  quiet?: boolean;
  onFocus: () => void;
  onClick: () => void;
  children: ReactNode;
}

function Toggle({ on, isTabStop, label, quiet = false, onFocus, onClick, children }: ToggleProps) {
  return (
    <ButtonBase
      aria-pressed={on}
      aria-label={label}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onClick}
      sx={{
        gap: 1,
        minHeight: 44,
        px: quiet ? 1.5 : 2,
        borderRadius: '999px',
        font: 'inherit',
        fontWeight: 600,
        fontSize: quiet ? '0.8125rem' : '0.9375rem',
        whiteSpace: 'nowrap',
        color: 'inherit',
        // The line between the two buttons of a chip.
        ...(quiet && {
          boxShadow: '-1px 0 var(--k-palette-divider)',
          borderStartStartRadius: 0,
          borderEndStartRadius: 0,
        }),
      }}
    >
      {children}
    </ButtonBase>
  );
}

function Chip({ on, children }: { on: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexShrink: 0,
        borderRadius: '999px',
        border: '1px solid',
        borderColor: on ? 'transparent' : 'meaning.control',
        color: on ? 'text.primary' : 'text.secondary',
        bgcolor: on ? tint.soft : 'transparent',
      }}
    >
      {children}
    </Box>
  );
}

function Check({ on }: { on: boolean }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', width: 18, color: 'meaning.link' }}>
      {on && <CheckIcon size={18} />}
    </Box>
  );
}

/** A toolbar: one tab stop, and the arrow keys, Home and End move within it. */
export function SubjectChips({ all, chosen, onChoose }: SubjectChipsProps) {
  const [stop, setStop] = useState(0);
  const toggle = (index: number) => ({ isTabStop: index === stop, onFocus: () => setStop(index) });
  const isAll = chosen.length === all.length;
  return (
    <Box role="toolbar" aria-label={t`Subjects`} onKeyDown={moveFocus} sx={row}>
      <Chip on={isAll}>
        <Toggle {...toggle(0)} on={isAll} onClick={() => onChoose(all)}>
          <Check on={isAll} />
          {t`All subjects`}
        </Toggle>
      </Chip>
      {all.map((subject, index) => {
        const on = chosen.includes(subject);
        return (
          <Chip key={subject} on={on}>
            <Toggle
              {...toggle(2 * index + 1)}
              on={on}
              onClick={() => onChoose(toggleSubject(chosen, subject))}
            >
              <Check on={on} />
              {subject}
            </Toggle>
            <Toggle
              {...toggle(2 * index + 2)}
              on={on && chosen.length === 1}
              label={t`Only this: ${subject}`}
              quiet
              onClick={() => onChoose(toggleOnly(all, chosen, subject))}
            >
              {t`Only this`}
            </Toggle>
          </Chip>
        );
      })}
    </Box>
  );
}
