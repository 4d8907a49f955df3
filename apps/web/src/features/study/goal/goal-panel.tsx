import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Meter } from '../../../shared/ui/figures/meter.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { NotLoaded } from '../../../shared/ui/states/not-loaded.tsx';
import type { GoalPartsFragment } from './goal-panel.generated.ts';
import { inDays } from '../../../shared/format/format.ts';

/** Returns the text about the rest of the week, which ends on Saturday. */
function goalHint(completed: number, goal: number, weekday: number): string {
  if (completed >= goal) return t`${completed} cards. Everything more is a bonus.`;
  const left = goal - completed;
  return weekday === 6
    ? t`${left} to go. The week ends tonight.`
    : t`${left} to go. The week ends ${inDays(6 - weekday)}.`;
}

function Week({ weeklyGoal, completedThisWeek, weekday }: GoalPartsFragment) {
  const reached = completedThisWeek >= weeklyGoal;
  return (
    <>
      <Meter
        label={t`Completed this week`}
        value={completedThisWeek}
        max={weeklyGoal}
        text={reached ? t`Goal reached` : t`${completedThisWeek} / ${weeklyGoal} cards`}
        tone={reached ? 'good' : 'primary'}
        height={10}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {goalHint(completedThisWeek, weeklyGoal, weekday)}
      </Typography>
    </>
  );
}

interface GoalPanelProps {
  /** Null when it could not be loaded. */
  stats: GoalPartsFragment | null;
  /** The dialog is likely to be opened next. */
  onIntent: () => void;
  onUpdate: () => void;
  onRetry: () => void;
}

export function GoalPanel({ stats, onIntent, onUpdate, onRetry }: GoalPanelProps) {
  return (
    <Panel
      title={t`Weekly goal`}
      action={
        <Button
          variant="outlined"
          size="small"
          onPointerEnter={onIntent}
          onFocus={onIntent}
          onClick={onUpdate}
        >
          {t`Update`}
        </Button>
      }
    >
      {stats ? <Week {...stats} /> : <NotLoaded onRetry={onRetry} />}
    </Panel>
  );
}
