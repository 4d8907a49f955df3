import { study } from '@kumbuka/contracts/constants';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Meter } from '../../shared/ui/meter.tsx';
import { Panel } from '../../shared/ui/page.tsx';
import type { GoalPartsFragment } from './goal-panel.generated.ts';

/** What is left of the week, which ends with Saturday. */
function goalHint(completed: number, goal: number, weekday: number): string {
  if (completed >= goal) return 'Everything more is a bonus.';
  const ends =
    ['in 6 days', 'in 5 days', 'in 4 days', 'in 3 days', 'in 2 days', 'tomorrow', 'tonight'][weekday] ?? '';
  return `${goal - completed} to go. The week ends ${ends}.`;
}

interface GoalPanelProps {
  stats: GoalPartsFragment | null;
  /** The dialog is likely to be opened next. */
  onIntent: () => void;
  onUpdate: () => void;
}

export function GoalPanel({ stats, onIntent, onUpdate }: GoalPanelProps) {
  const goal = stats?.weeklyGoal ?? study.weeklyGoalDefault;
  const completed = stats?.completedThisWeek ?? 0;
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
      <Meter
        label="Completed this week"
        value={completed}
        max={goal}
        text={completed >= goal ? `Goal reached, ${completed} cards` : `${completed} / ${goal} cards`}
        tone={completed >= goal ? 'good' : 'primary'}
        height={10}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {stats ? goalHint(completed, goal, stats.weekday) : 'Your progress cannot be shown right now.'}
      </Typography>
    </Panel>
  );
}
