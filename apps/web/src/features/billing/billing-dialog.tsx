import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { daysBetween } from '../../shared/format/format.ts';
import { DialogAlert } from '../../shared/ui/dialog/dialog-alert.tsx';
import { useUnsavedGuard } from '../../shared/ui/dialog/use-unsaved-guard.ts';
import type { BillingReason } from '../../shared/plan/open-billing.ts';
import { serverNow } from '../../shared/browser/server-clock.ts';
import { planPrice, type Plan } from '../../shared/plan/plan.ts';
import { refreshPlan } from '../../shared/plan/refresh-plan.ts';
import { hidden } from '../../shared/ui/hidden.ts';
import { Tag } from '../../shared/ui/tag.tsx';
import { ActiveUntil, PlanWell, PromptMeter } from './plan-summary.tsx';
import { Subscribe } from './subscribe.tsx';
import { useBilling } from './use-billing.ts';
import { VerifyPayment } from './verify-payment.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

type Billing = ReturnType<typeof useBilling>;

const quotaSpent = () => t`Free quota exhausted. Please upgrade to continue generating cards.`;

function StatusTag({ isActive }: { isActive: boolean | null }) {
  if (isActive === null) return <></>;
  return isActive ? <Tag tone="good">{t`Active`}</Tag> : <Tag>{t`Inactive`}</Tag>;
}

function Inactive({ billing }: { billing: Billing }) {
  const { plan, awaited, lastId } = billing;
  return (
    <>
      {plan.prompts && <PromptMeter prompts={plan.prompts} />}
      {awaited && <WaitingPanel method={awaited.method} />}
      <Subscribe
        quiet={awaited !== null}
        openPrompts={billing.openPrompts.filter(({ id }) => id !== awaited?.id)}
        label={t`Subscribe`}
        onSubscribe={billing.subscribe}
        onPrompt={billing.sendPrompt}
      />
      <VerifyPayment key={lastId} initial={lastId} onVerify={billing.verify} />
    </>
  );
}

const nearEndDays = 7;
const isNearEnd = ({ until }: Plan) =>
  until !== null && daysBetween(new Date(serverNow()), new Date(until)) <= nearEndDays;

function Active({ billing }: { billing: Billing }) {
  return (
    <>
      <ActiveUntil plan={billing.plan} />
      {isNearEnd(billing.plan) && (
        <Subscribe
          quiet
          openPrompts={billing.openPrompts}
          label={t`Add 30 days (${planPrice})`}
          onSubscribe={billing.subscribe}
          onPrompt={billing.sendPrompt}
        />
      )}
    </>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Box role="alert">
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>
        {t`Your plan cannot be shown right now. Your payments are safe.`}
      </Typography>
      <Button variant="outlined" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </Box>
  );
}

function Loading() {
  return (
    <Box aria-busy aria-label={t`Loading your plan`}>
      <Skeleton variant="rounded" height={48} sx={{ mb: 3 }} />
      <Skeleton variant="rounded" height={52} sx={{ borderRadius: '16px', mb: 8 }} />
      <Skeleton variant="rounded" height={74} />
    </Box>
  );
}

function Body({ billing }: { billing: Billing }) {
  const { plan, loading, refetch } = billing;
  if (loading) return <Loading />;
  if (plan.isActive === null) return <LoadFailed onRetry={() => void refetch()} />;
  return plan.isActive ? <Active billing={billing} /> : <Inactive billing={billing} />;
}

interface BillingDialogProps {
  reason: BillingReason;
  onClose: () => void;
}

/** Dialog with the plan, the free quota and the payment. Refreshes the plan when it closes. */
export function BillingDialog({ reason, onClose }: BillingDialogProps) {
  const client = useApolloClient();
  const billing = useBilling();
  const { plan, notice } = billing;
  const isSpent = plan.isActive === false && (reason === 'paywall' || plan.prompts?.remaining === 0);
  const close = () => {
    refreshPlan(client);
    onClose();
  };
  const kept = useUnsavedGuard(close);
  return (
    <Dialog open {...kept} maxWidth="xs" fullWidth aria-labelledby="billing-title">
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', pr: 3 }}>
        <DialogTitle id="billing-title" sx={{ flexShrink: 1 }}>{t`Billing`}</DialogTitle>
        <Box sx={{ pt: 2 }}>
          <StatusTag isActive={plan.isActive} />
        </Box>
      </Box>
      <DialogContent>
        {/* The page's own live region is hidden behind a dialog. */}
        <div role="status" style={hidden}>
          {billing.hasBegun && t`Your plan is active.`}
        </div>
        <Box sx={{ display: 'grid', gap: 3 }}>
          {isSpent && <Alert severity="warning">{quotaSpent()}</Alert>}
          {notice && (
            // With a key, because a changed text must scroll into view like a new one.
            <DialogAlert
              key={notice.text}
              severity={notice.severity}
              role={notice.severity === 'error' ? 'alert' : 'status'}
            >
              {notice.text}
            </DialogAlert>
          )}
          <PlanWell />
          <Body billing={billing} />
        </Box>
      </DialogContent>
      <DialogActions disableSpacing sx={{ justifyContent: 'space-between', px: 1.25 }}>
        <Box>
          <Button component={Link} to="/billing/payments" variant="text" onClick={close}>
            {t`Payments and receipts`}
          </Button>
          <Button component={Link} to="/billing/prompts" variant="text" onClick={close}>
            {t`Prompts used`}
          </Button>
        </Box>
        <Button variant="text" onClick={close}>
          {t`Close`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
