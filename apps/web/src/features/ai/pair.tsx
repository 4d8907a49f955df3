import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { writtenFormat } from '@kumbuka/content';
import { ownText } from '../../shared/format/own-text.ts';
import { SideContent } from '../../shared/ui/card/side-content.tsx';

export const pairGrid = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
};

interface PairWellProps {
  number: number;
  /** Whether the card is excluded; it is dimmed and still readable. */
  dimmed?: boolean;
  corner?: ReactNode;
  children: ReactNode;
}

/** Frame of one generated card. */
export function PairWell({ number, dimmed = false, corner, children }: PairWellProps) {
  return (
    <Box
      component="section"
      aria-label={t`Card ${number}`}
      tabIndex={-1}
      sx={{
        display: 'flex',
        gap: 1.5,
        p: 2,
        borderRadius: '12px',
        bgcolor: dimmed ? 'transparent' : 'surface.sunken',
        border: '1px solid',
        borderColor: dimmed ? 'divider' : 'transparent',
      }}
    >
      <Typography
        component="span"
        variant="body2"
        sx={{ color: 'meaning.muted', minWidth: 16, lineHeight: '24px' }}
      >
        {number}
      </Typography>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {corner}
        {children}
      </Box>
    </Box>
  );
}

const asWritten = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' };

interface PairTextProps {
  question: string;
  answer: string;
  dimmed?: boolean;
}

/** The sides as the deck will show them. */
export function PairText({ question, answer, dimmed = false }: PairTextProps) {
  const isRich = writtenFormat({ front: question, back: answer }) === 'rich';
  const side = { format: isRich ? 'RICH' : 'PLAIN', kind: 'basic' } as const;
  const look = { ...asWritten, ...(isRich && { whiteSpace: 'normal' }) };
  return (
    <>
      <Typography
        component="div"
        {...ownText}
        sx={{
          ...look,
          fontWeight: 600,
          lineHeight: 1.45,
          color: dimmed ? 'text.secondary' : 'text.primary',
        }}
      >
        <SideContent {...side} text={question} />
      </Typography>
      <Typography
        component="div"
        {...ownText}
        variant="body2"
        sx={{ ...look, color: 'text.secondary', mt: 0.75 }}
      >
        <SideContent {...side} text={answer} />
      </Typography>
    </>
  );
}
