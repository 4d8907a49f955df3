import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { LockIcon } from '../../shared/ui/icons.tsx';
import { useHint } from '../../shared/ui/use-hint.tsx';
import {
  BadgesDrawing,
  DecksDrawing,
  InsightsDrawing,
  PathDrawing,
  ProgressDrawing,
  SpacingDrawing,
  TechniquesDrawing,
} from './drawings.tsx';

interface Feature {
  title: string;
  text: string;
  drawing: ReactNode;
  wide?: boolean;
}

const features = (): Feature[] => [
  {
    title: t`Build your own decks`,
    text: t`Questions and answers in your words, sorted by subject and level.`,
    drawing: <DecksDrawing />,
  },
  {
    title: t`Track your study progress`,
    text: t`Every session counts toward your week, your streak and your level.`,
    drawing: <ProgressDrawing />,
  },
  {
    title: t`Review at the perfect time`,
    text: t`Spaced repetition watches how well you know each card, and each good answer moves its next review further away.`,
    drawing: <SpacingDrawing />,
    wide: true,
  },
  {
    title: t`Smart learning paths`,
    text: t`Start with what is due, then what is new.`,
    drawing: <PathDrawing />,
  },
  {
    title: t`Memory techniques`,
    text: t`Active recall first, with hooks that make facts stick.`,
    drawing: <TechniquesDrawing />,
  },
  {
    title: t`Personalised insights`,
    text: t`See what we predicted and what you really remembered.`,
    drawing: <InsightsDrawing />,
  },
];

function Well({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ bgcolor: 'surface.sunken', borderRadius: '12px', overflow: 'hidden', mb: 2 }}>{children}</Box>
  );
}

function FeatureCard({ title, text, drawing, wide = false }: Feature) {
  return (
    <Card component="li" sx={{ p: 2, pb: 2.5, gridColumn: wide ? 'span 2' : 'auto' }}>
      <Well>{drawing}</Well>
      <Typography variant="h5" component="h3" sx={{ px: 0.5, fontWeight: 700 }}>
        {title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, px: 0.5 }}>
        {text}
      </Typography>
    </Card>
  );
}

const unlockHint = () => t`Unlock at Level 2 (keep your streak)`;

/** Focusable, so that its tooltip can be read without a pointer. */
function LockedCard() {
  const { holder, hint } = useHint(unlockHint());
  return (
    <Box
      component="li"
      tabIndex={0}
      {...holder}
      sx={{
        position: 'relative',
        p: 2,
        pb: 2.5,
        borderRadius: '16px',
        border: '1px dashed',
        borderColor: 'meaning.control',
        color: 'text.secondary',
      }}
    >
      <Well>
        <BadgesDrawing />
      </Well>
      <Typography
        variant="h5"
        component="h3"
        sx={{ px: 0.5, fontWeight: 700, display: 'flex', alignItems: 'center', gap: 1 }}
      >
        <Box component="span" aria-hidden sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
          <LockIcon size={18} />
        </Box>
        {t`Achievements & Badges`}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5, px: 0.5 }}>
        {t`Unlock at Level 2`}
      </Typography>
      {hint}
    </Box>
  );
}

/** Seven cards in eight cells: spaced repetition is twice as wide. */
export function Features() {
  return (
    <Box component="section" aria-labelledby="features">
      <Typography id="features" variant="h2" sx={{ fontSize: { xs: '1.5rem', sm: '2rem' }, mb: 3 }}>
        {t`Features Designed for Effective Learning`}
      </Typography>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gap: 2,
          m: 0,
          p: 0,
          listStyle: 'none',
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(4, minmax(0, 1fr))',
          },
        }}
      >
        {features().map((feature) => (
          <FeatureCard key={feature.title} {...feature} />
        ))}
        <LockedCard />
      </Box>
    </Box>
  );
}
