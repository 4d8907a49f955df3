import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { tint } from '../../shared/theme/tokens.ts';
import { CheckIcon } from '../../shared/ui/icons.tsx';

interface SubjectChipsProps {
  all: readonly string[];
  chosen: readonly string[];
  onToggle: (subject: string) => void;
}

/** One row that scrolls sideways; it ends at the edge of the window where it is narrow, and fades out where it is wide. */
const row = {
  display: 'flex',
  gap: 1,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  overscrollBehaviorX: 'contain',
  mx: { xs: -2, sm: -1 },
  px: { xs: 2, sm: 1 },
  py: 0.75,
  mb: 2,
  maskImage: { sm: 'linear-gradient(to right, transparent, black 8px calc(100% - 24px), transparent)' },
};

export function SubjectChips({ all, chosen, onToggle }: SubjectChipsProps) {
  return (
    <Box role="group" aria-label={t`Subjects`} sx={row}>
      {all.map((subject) => {
        const on = chosen.includes(subject);
        return (
          <ButtonBase
            key={subject}
            aria-pressed={on}
            onClick={() => onToggle(subject)}
            sx={{
              flexShrink: 0,
              gap: 1,
              height: 44,
              px: 2,
              borderRadius: '999px',
              font: 'inherit',
              fontWeight: 600,
              fontSize: '0.9375rem',
              border: '1px solid',
              borderColor: on ? 'transparent' : 'meaning.control',
              bgcolor: on ? tint.soft : 'transparent',
              color: on ? 'text.primary' : 'text.secondary',
            }}
          >
            <Box component="span" sx={{ display: 'inline-flex', width: 18, color: 'meaning.link' }}>
              {on && <CheckIcon size={18} />}
            </Box>
            {subject}
          </ButtonBase>
        );
      })}
    </Box>
  );
}
