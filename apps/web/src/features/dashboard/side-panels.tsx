import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { quietFill } from '../../shared/theme/tokens.ts';
import { Link } from 'react-router-dom';
import { BulbIcon } from '../../shared/ui/icons.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { StreakDays } from '../../shared/ui/figures/streak.tsx';
import { NotLoaded } from '../../shared/ui/states/not-loaded.tsx';
import type { StreakPanelPartsFragment } from './side-panels.generated.ts';

export function QuickStudy() {
  return (
    <Panel quiet title={t`Quick Study`} note={t`Pick a length. Due cards come first.`}>
      <Box
        sx={{
          display: 'grid',
          flex: 1,
          gap: 1.5,
          gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
          // They take the height that the panel beside gives them, up to where a tile becomes a column.
          maxHeight: 112,
          my: 'auto',
        }}
      >
        {[5, 10, 15].map((minutes) => (
          <ButtonBase
            key={minutes}
            component={Link}
            to={`/study/due?minutes=${minutes}`}
            aria-label={t`${minutes} min of study`}
            sx={{
              flexDirection: { xs: 'row', sm: 'column' },
              // With large text the unit goes below the number.
              flexWrap: 'wrap',
              alignContent: 'center',
              justifyContent: 'center',
              alignItems: { xs: 'baseline', sm: 'center' },
              gap: { xs: 0.5, sm: 0 },
              py: 1.25,
              minHeight: { xs: 48, sm: 64 },
              borderRadius: '16px',
              font: 'inherit',
              border: '1px solid',
              borderColor: 'meaning.control',
              bgcolor: 'surface.sunken',
              '&:hover': { bgcolor: quietFill },
            }}
          >
            <Box component="span" sx={{ fontWeight: 700, fontSize: '1.125rem', lineHeight: 1.2 }}>
              {minutes}
            </Box>{' '}
            <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
              {t`min`}
            </Box>
          </ButtonBase>
        ))}
      </Box>
    </Panel>
  );
}

function streakNote(streak: number, studiedToday: boolean): string {
  if (streak === 0) return t`Answer one card to start a streak.`;
  return studiedToday ? t`Done for today. See you tomorrow.` : t`Study today and it becomes ${streak + 1}.`;
}

interface StreakPanelProps {
  stats: StreakPanelPartsFragment | null;
  /** Whether each of the last seven days had an answer, today last; null while that is not known. */
  lastDays: readonly boolean[] | null;
  /** Lights the dot of today up. */
  celebrates: boolean;
  onRetry: () => void;
}

/** The streak with its number and the last seven days. When its numbers could not be loaded, it says so. */
export function StreakPanel({ stats, lastDays, celebrates, onRetry }: StreakPanelProps) {
  if (!stats) return <Panel quiet title={t`Your streak`} action={<NotLoaded onRetry={onRetry} />} />;
  const { streak, studiedWeekdays, weekday } = stats;
  return (
    <Panel
      quiet
      title={streak === 0 ? t`Your streak starts today` : t`Your streak`}
      action={
        streak > 0 && (
          <Typography
            sx={{ fontSize: '1.375rem', fontWeight: 700, color: 'meaning.streak', whiteSpace: 'nowrap' }}
          >
            {plural(streak, { one: '# day', other: '# days' })}
          </Typography>
        )
      }
      note={streakNote(streak, studiedWeekdays.includes(weekday))}
    >
      <Box sx={{ my: 'auto', minHeight: 44 }}>
        {lastDays && <StreakDays studied={lastDays} weekday={weekday} celebrate={celebrates} />}
      </Box>
    </Panel>
  );
}

export function LearningTips() {
  return (
    <Panel quiet title={t`Learning Tips`}>
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <Box
          component="span"
          aria-hidden
          sx={{ color: 'meaning.fair', fontSize: 22, display: { xs: 'none', sm: 'inline-flex' }, pt: 0.25 }}
        >
          <BulbIcon />
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t`Short 5–15 minute sessions every day beat one long evening. Say the answer before you flip.`}
        </Typography>
      </Box>
    </Panel>
  );
}
