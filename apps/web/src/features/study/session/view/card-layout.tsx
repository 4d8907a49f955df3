import { t } from '@lingui/core/macro';
import Box, { type BoxProps } from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ownText } from '../../../../shared/format/own-text.ts';
import { LowerCard } from '../../../../shared/ui/card/lower-card.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { counterTexts, type Counters } from '../state/card-words.ts';
import { sessionWords } from '../state/session-words.ts';

// The card of a session without its behaviour, for the client and for the page before the client is there.

/** Size of the icon of the card's menu, in pixels. */
export const menuIcon = 18;

/** Deck and menu of a card. The deck's name takes what the menu leaves. */
export function Corner({ deck, menu }: { deck: ReactNode; menu: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
      {deck}
      <Box component="span" sx={{ flexShrink: 0, my: -1, mr: -1.25 }}>
        {menu}
      </Box>
    </Box>
  );
}

export function DeckName({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" noWrap {...ownText} sx={{ color: 'text.secondary' }}>
      {children}
    </Typography>
  );
}

export const SlippingTag = () => <Tag tone="poor">{t`Keeps slipping`}</Tag>;
export const MasteredTag = () => <Tag>{t`Mastered`}</Tag>;

/** A quiet row of counters. */
export function CounterRow({ studied, correct, incorrect }: Record<keyof CounterTexts, ReactNode>) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'center',
        flexWrap: 'wrap',
        columnGap: 2,
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <span>{studied}</span>
      <span>{correct}</span>
      <span>{incorrect}</span>
    </Box>
  );
}

type CounterTexts = ReturnType<typeof counterTexts>;

export function Footer({ line, children }: { line: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ textAlign: 'center', fontSize: '0.875rem' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: 21, mb: 0.5 }}>
        {line}
      </Typography>
      {children}
    </Box>
  );
}

/** Why the card is shown, and its counters, unless its schedule could not be loaded. */
export const CardFooter = ({ counters, line }: { counters: Counters | null; line: string }) => (
  <Footer line={line}>{counters && <CounterRow {...counterTexts(counters, sessionWords())} />}</Footer>
);

/** Edges of the cards below the current one. */
export const Stack = ({ left }: { left: number }) => (
  <>{[1, 2].map((layer) => left > layer && <LowerCard key={layer} layer={layer} />)}</>
);

/** Frame of the card, on its stack. Further properties are passed to the card's own box. */
export function CardPlace({ stack, sx, children, ...card }: { stack: ReactNode; sx?: object } & BoxProps) {
  return (
    <Box
      sx={{
        position: 'relative',
        flex: { xs: '1 1 0', md: '0 1 auto' },
        minHeight: { xs: '15rem', md: 0 },
        display: 'grid',
        gridTemplateRows: 'minmax(0, 1fr)',
        gridTemplateColumns: 'minmax(0, 1fr)',
        mb: { xs: 3, sm: 4 },
      }}
    >
      {stack}
      <Box {...card} sx={{ position: 'relative', zIndex: 1, minWidth: 0, minHeight: 0, ...sx }}>
        {children}
      </Box>
    </Box>
  );
}
