import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A quiet label: subject, difficulty, state. Not a control, so it never looks like a button. */
export function Tag({
  children,
  tone = 'plain',
}: {
  children: ReactNode;
  tone?: 'plain' | 'due' | 'good' | 'poor' | 'accent';
}) {
  const tones = {
    plain: { bgcolor: 'surface.raised', color: 'text.secondary' },
    due: { bgcolor: 'rgb(255 152 0 / 0.14)', color: 'meaning.streak' },
    good: { bgcolor: 'rgb(62 207 142 / 0.14)', color: 'meaning.good' },
    poor: { bgcolor: 'rgb(229 57 53 / 0.16)', color: 'meaning.poor' },
    accent: { bgcolor: 'rgb(66 85 255 / 0.24)', color: 'meaning.link' },
  } as const;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        maxWidth: 1,
        minHeight: 26,
        overflowWrap: 'break-word',
        px: 1.25,
        borderRadius: 999,
        fontSize: '0.8125rem',
        fontWeight: 600,
        ...tones[tone],
      }}
    >
      {children}
    </Box>
  );
}
