import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { deadlineLabel } from '../../shared/format/format.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { dayStartLabel } from './day-start-label.ts';
import { planPrice, type Plan, type Prompts } from '../../shared/plan/plan.ts';
import { Meter } from '../../shared/ui/figures/meter.tsx';

/** Offer of the paid plan. */
export function PlanWell() {
  return (
    <Box sx={{ p: 2, borderRadius: '12px', bgcolor: 'surface.sunken' }}>
      <Typography variant="h4" component="p">
        {t`Monthly — ${planPrice}`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
        {t`As many AI prompts as you need for 30 days. Everything else stays free.`}
      </Typography>
    </Box>
  );
}

const remainingText = (left: number, resetsAt: string | null, zone: string | undefined) =>
  resetsAt === null
    ? t`${left} remaining.`
    : t`${left} remaining. The count resets on ${dayStartLabel(resetsAt, zone)}.`;

/** The free prompts of this month. */
export function PromptMeter({ prompts: { used, limit, remaining, resetsAt } }: { prompts: Prompts }) {
  const { user } = useAuth();
  const left = remaining ?? Math.max(0, limit - used);
  return (
    <Box>
      <Meter label={t`Free prompts this month`} value={used} max={limit} text={`${used}/${limit}`} />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {remainingText(left, resetsAt, user?.stats?.timezone)}
      </Typography>
    </Box>
  );
}

/** Shows when the plan ends. Plans do not renew. */
export function ActiveUntil({ plan }: { plan: Plan }) {
  if (plan.until === null) return <></>;
  return (
    <Box>
      <Typography>
        <Trans>
          Active until{' '}
          <Box component="strong" sx={{ fontWeight: 600 }}>
            {deadlineLabel(plan.until)}
          </Box>
        </Trans>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t`No automatic renewal. After that you have the free prompts again.`}
      </Typography>
    </Box>
  );
}
