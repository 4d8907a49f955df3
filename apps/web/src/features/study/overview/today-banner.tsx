import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { floatShadow } from '../../../shared/theme/tokens.ts';

interface TodayBannerProps {
  streak: number;
  xp: number;
  completed: number;
  goal: number;
  due: number;
}

const shownMs = 1200;

/** Summary of the day over the page for 1.2 s. The panels below have the same numbers for learners who read slower. */
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
        top: { xs: 70, md: 80 },
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
