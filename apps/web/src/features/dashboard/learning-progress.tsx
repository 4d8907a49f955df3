import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { Meter, type MeterProps } from '../../shared/ui/figures/meter.tsx';
import { percentLabel } from '../../shared/format/percent.ts';
import { Panel } from '../../shared/ui/page/page.tsx';
import { Stat } from '../../shared/ui/figures/stat.tsx';
import { NotLoaded } from '../../shared/ui/states/not-loaded.tsx';
import type { LearningProgressPartsFragment } from './learning-progress.generated.ts';

interface LearningProgressProps {
  /** Null when it could not be loaded. */
  dashboard: LearningProgressPartsFragment | null;
  onRetry: () => void;
}

/** The tile's own default; the goal itself defaults to 50. */
const goalOnTile = 200;

/** Text of the weekly goal; a reached goal is not shown as a fraction above one. */
function progressText(completed: number, goal: number): Pick<MeterProps, 'text' | 'tone'> {
  if (completed < goal) return { text: t`${completed} / ${goal} cards` };
  return { text: t`Goal reached, ${completed} cards`, tone: 'good' };
}

/** A sentence for each word of the numbers, also of those of the decks. */
const meanings = () => [
  t`A card is mastered after three correct answers.`,
  t`Retention: how often you still knew a card that came back on another day.`,
  t`Study time: minutes on a day on which you studied.`,
  t`Mastery: the share of all your cards that are mastered.`,
  t`Right answers of a deck: the share of your answers there that were right.`,
];

/** The week and four numbers. After a failed load they are zeros, as specified, and a line in the same place says so. */
export function LearningProgress({ dashboard, onRetry }: LearningProgressProps) {
  const goal = dashboard?.weeklyGoal ?? goalOnTile;
  const completed = dashboard?.completedThisWeek ?? 0;
  const hasAnswers = dashboard?.answers !== 0;
  // Only cards that came back count, days after the first answer.
  const hasReviews = dashboard?.reviews !== 0;
  return (
    <Panel title={t`Learning Progress`} action={!dashboard && <NotLoaded onRetry={onRetry} />}>
      <Meter label={t`Weekly goal`} value={completed} max={goal} {...progressText(completed, goal)} />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, sm: 1.5 },
          mt: { xs: 2, sm: 3 },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        <Stat label={t`Cards Mastered`} value={dashboard?.cardsMastered ?? 0} />
        <Stat
          label={t`Retention Rate`}
          value={percentLabel(hasReviews ? (dashboard?.retentionRatePercent ?? 0) : null)}
        />
        <Stat
          label={t`Avg. Study Time`}
          {...(hasAnswers ? { value: dashboard?.minutesPerDay ?? 0, unit: t`min` } : { value: '–' })}
        />
        <Stat
          label={t`Mastery Level`}
          value={percentLabel(hasAnswers ? (dashboard?.masteryLevelPercent ?? 0) : null)}
        />
      </Box>
      <Box
        component="details"
        sx={{
          mt: 1.5,
          color: 'text.secondary',
          fontSize: '0.875rem',
          '& summary': { minHeight: 44, py: 1.25, cursor: 'pointer' },
        }}
      >
        <summary>{t`What these numbers mean`}</summary>
        {meanings().map((sentence) => (
          <Box component="p" key={sentence} sx={{ m: 0, mb: 0.75 }}>
            {sentence}
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
