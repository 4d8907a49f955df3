import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Meter } from '../../shared/ui/figures/meter.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import type { GoalPartsFragment } from './goal-panel.generated.ts';

/** What is left of the week, which ends with Saturday. */
function goalHint(completed: number, goal: number, weekday: number): string {
  if (completed >= goal) return `${completed} cards. Everything more is a bonus.`;
  const ends =
    ['in 6 days', 'in 5 days', 'in 4 days', 'in 3 days', 'in 2 days', 'tomorrow', 'tonight'][weekday] ?? '';
  return `${goal - completed} to go. The week ends ${ends}.`;
}

function Week({ weeklyGoal, completedThisWeek, weekday }: GoalPartsFragment) {
  const reached = completedThisWeek >= weeklyGoal;
  return (
    <>
      <Meter
        label="Completed this week"
        value={completedThisWeek}
        max={weeklyGoal}
        text={reached ? 'Goal reached' : `${completedThisWeek} / ${weeklyGoal} cards`}
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
}

export function GoalPanel({ stats, onIntent, onUpdate }: GoalPanelProps) {
  return (
    <Panel
      title="Weekly goal"
      action={
        <Button
          variant="outlined"
          size="small"
          onPointerEnter={onIntent}
          onFocus={onIntent}
          onClick={onUpdate}
        >
          Update
        </Button>
      }
    >
      {stats ? (
        <Week {...stats} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>Your progress cannot be shown right now.</Typography>
      )}
    </Panel>
  );
}
