import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { floatShadow } from '../../../shared/theme/tokens.ts';
import { bottomBarHeight } from '../../../shared/ui/bottom-bar.ts';

interface TodayBannerProps {
  streak: number;
  xp: number;
  completed: number;
  goal: number;
  due: number;
}

const shownMs = 1200;

/** Summary of the day at the foot of the window for 1.2 s, where it covers no heading. The panels of the page have the same numbers for learners who read slower. */
export function TodayBanner({ streak, xp, completed, goal, due }: TodayBannerProps) {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), shownMs);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return <></>;
  return (
    <Box
      aria-hidden
      sx={{
        position: 'fixed',
        bottom: { xs: `calc(24px + ${bottomBarHeight} + env(safe-area-inset-bottom))`, md: 32 },
        left: '50%',
        transform: 'translateX(-50%)',
        zIndex: 1400,
        display: 'flex',
        gap: { xs: 2, sm: 3 },
        px: 3,
        py: 1.5,
        whiteSpace: 'nowrap',
        pointerEvents: 'none',
        fontWeight: 600,
        fontSize: '0.9375rem',
        borderRadius: '12px',
        border: '1px solid',
        borderColor: 'divider',
        bgcolor: 'surface.raised',
        boxShadow: floatShadow,
      }}
    >
      <span>{t`Day ${streak}`}</span>
      <span>{t`${xp} XP`}</span>
      <span>
        {completed} / {goal}
      </span>
      <Box component="span" sx={{ color: 'meaning.streak' }}>
        {t`${due} due`}
      </Box>
    </Box>
  );
}
