import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { dateTimeLabel, momentLabel } from '../../../shared/format/format.ts';
import { serverNow } from '../../../shared/browser/server-clock.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { PaymentReference } from '../../../shared/plan/payment-reference.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { useAdminChange } from '../events/use-admin-change.ts';
import {
  EndRefundedPlanDocument,
  KeepRefundedPlanDocument,
  type RefundPartsFragment,
} from './money-tab.generated.ts';
import { amountOf, learnerOf } from './refund-labels.ts';

interface OpenRefundProps {
  refund: RefundPartsFragment;
  onChanged: () => void;
}

const isAhead = (instant: string) => Date.parse(instant) > serverNow() + 60_000;

/** Consequences of the act, shown before it is confirmed. */
function effectOf({ planEnd, planEndAfter }: RefundPartsFragment): string {
  if (planEnd === null || planEndAfter === null || !isAhead(planEnd))
    return t`The plan has already ended, so only this note is closed.`;
  if (planEnd === planEndAfter)
    return t`The paid time of this payment has passed, so the plan stays as it is.`;
  return isAhead(planEndAfter)
    ? t`Another payment still counts: the plan then ends on ${momentLabel(planEndAfter)} instead of ${momentLabel(planEnd)}. The learner gets an email.`
    : t`The plan ends now instead of on ${momentLabel(planEnd)}. The learner gets an email.`;
}

/** A refund that waits for an operator. */
export function OpenRefund({ refund, onChanged }: OpenRefundProps) {
  const { id, payment, reason, status, foundAt, planEnd } = refund;
  const client = useApolloClient();
  const change = useAdminChange(onChanged);
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const variables = { input: { refundId: id } };
  const end = async () => {
    setBusy(true);
    await change(async () => {
      await client.mutate({ mutation: EndRefundedPlanDocument, variables, fetchPolicy: 'no-cache' });
      return t`The days of this payment were removed.`;
    });
    setBusy(false);
    setConfirming(false);
  };
  const keep = () =>
    change(async () => {
      await client.mutate({ mutation: KeepRefundedPlanDocument, variables, fetchPolicy: 'no-cache' });
      return t`The note is closed. The plan stays as it is.`;
    });
  return (
    <Panel title={`${amountOf(refund)} · ${learnerOf(refund)}`}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {t`${reason || t`No reason given`}. State at the provider: ${status || t`unknown`}. Found on ${dateTimeLabel(foundAt)}.`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere', mb: 2 }}>
        {payment ? (
          <>
            {t`Receipt ${payment.receiptNumber ?? '–'}. Reference`}{' '}
            <PaymentReference reference={payment.apiRef} />
          </>
        ) : (
          t`Invoice ${refund.invoiceId ?? t`unknown`}`
        )}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {planEnd !== null && (
          <Button variant="contained" color="error" onClick={() => setConfirming(true)}>
            {t`End the plan`}
          </Button>
        )}
        <Button variant="outlined" onClick={() => void keep()}>
          {t`Keep the plan`}
        </Button>
      </Box>
      <ConfirmDialog
        open={isConfirming}
        title={t`End the plan?`}
        text={effectOf(refund)}
        confirm={t`End the plan`}
        busy={busy}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void end()}
      />
    </Panel>
  );
}
