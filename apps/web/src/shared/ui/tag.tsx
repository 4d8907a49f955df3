import Box from '@mui/material/Box';
import { Children, type ReactNode } from 'react';
import { ownText } from '../format/own-text.ts';
import { quietFill, tint } from '../theme/tokens.ts';

const ellipsis = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
const isText = (children: ReactNode) =>
  Children.toArray(children).every((child) => typeof child !== 'object');

/** A quiet label: subject, difficulty, state. Not a control, so it never looks like a button. */
export function Tag({
  children,
  tone = 'plain',
  lang,
}: {
  children: ReactNode;
  /** Of the label, where it is not the language of the page. */
  lang?: string | undefined;
  tone?: 'plain' | 'due' | 'good' | 'poor' | 'accent';
}) {
  const tones = {
    plain: { bgcolor: quietFill, color: 'text.secondary' },
    due: { bgcolor: tint.due, color: 'meaning.streak' },
    good: { bgcolor: tint.good, color: 'meaning.good' },
    poor: { bgcolor: tint.poor, color: 'meaning.poor' },
    accent: { bgcolor: tint.accent, color: 'meaning.link' },
  } as const;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        maxWidth: 1,
        minWidth: 0,
        height: 26,
        px: 1.25,
        borderRadius: 999,
        fontSize: '0.8125rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        ...tones[tone],
      }}
    >
      {isText(children) ? (
        <Box component="span" dir={ownText.dir} lang={lang} sx={ellipsis}>
          {children}
        </Box>
      ) : (
        children
      )}
    </Box>
  );
}
