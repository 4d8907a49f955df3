import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallback } from 'react';
import { useAuth } from '../../../shared/auth/auth-context.tsx';
import { dateTimeLabel } from '../../../shared/format/format.ts';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { ColumnHeads } from '../column-heads.tsx';
import { failureText } from '../failures.ts';
import { TableArea } from '../table-area.tsx';
import { usePolled } from '../use-polled.ts';
import { RefundsDocument, type RefundPartsFragment } from './money-tab.generated.ts';
import { PaymentSearch, PaymentsOfDays } from './payments.tsx';
import { Revenue } from './revenue.tsx';
import { OpenRefund } from './open-refund.tsx';
import { amountOf, learnerOf } from './refund-labels.ts';

const refreshMs = 30_000;

function useRefunds(isOpen: boolean) {
  const client = useApolloClient();
  const read = useCallback(
    async () =>
      (await client.query({ query: RefundsDocument, variables: { isOpen }, fetchPolicy: 'no-cache' })).data
        .refunds,
    [client, isOpen],
  );
  return usePolled(read, refreshMs);
}

const outcomeText = () => ({ ENDED: t`Plan ended`, KEPT: t`Plan kept` }) as const;

const SettledTable = ({ refunds }: { refunds: readonly RefundPartsFragment[] }) => (
  <TableArea label={t`Settled refunds`} maxHeight={320}>
    <table>
      <thead>
        <tr>
          <ColumnHeads names={[t`Settled`, t`Outcome`, t`Amount`, t`Learner`, t`Reason`]} />
        </tr>
      </thead>
      <tbody>
        {refunds.map((refund) => (
          <tr key={refund.id}>
            <td>{refund.settledAt && dateTimeLabel(refund.settledAt)}</td>
            <td className="whole">{refund.outcome && outcomeText()[refund.outcome]}</td>
            <td>{amountOf(refund)}</td>
            <td>{learnerOf(refund)}</td>
            <td className="wide">{refund.reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableArea>
);

function Refunds() {
  const { value: open, error, refresh } = useRefunds(true);
  const { value: settled, refresh: refreshSettled } = useRefunds(false);
  const again = async () => void (await Promise.all([refresh(), refreshSettled()]));
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {t`Refunds and chargebacks`}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>
        {t`Updated from the payment provider every hour. A plan changes only when you end it here.`}
      </Typography>
      {error !== null && (
        <RetryAlert text={failureText(t`Failed to load the refunds`, error)} onRetry={again} sx={{ mb: 2 }} />
      )}
      {open?.items.length === 0 && <Typography sx={{ mb: 4 }}>{t`No refunds to settle.`}</Typography>}
      <Box sx={{ display: 'grid', gap: 2, '&:not(:empty)': { mb: 4 } }}>
        {open?.items.map((refund) => (
          <OpenRefund key={refund.id} refund={refund} onChanged={() => void again()} />
        ))}
      </Box>
      {open && open.pageInfo.totalItems > open.items.length && (
        <Typography sx={{ mb: 4 }}>{t`and ${open.pageInfo.totalItems - open.items.length} more`}</Typography>
      )}
      {settled && settled.items.length > 0 && (
        <Panel title={t`Settled`} dense>
          <SettledTable refunds={settled.items} />
        </Panel>
      )}
    </>
  );
}

/** Money. The billing service knows operators by their role; the admin key belongs to another service. */
export function MoneyTab() {
  if (useAuth().user?.role === 'ADMIN')
    return (
      <>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, mb: 4 }}>
          <Revenue />
          <PaymentsOfDays />
          <PaymentSearch />
        </Box>
        <Refunds />
      </>
    );
  return (
    <Box sx={{ maxWidth: 560 }}>
      <Panel
        title={t`Money`}
        note={t`Payments and refunds need an operator account; the admin key is not enough.`}
      >
        <Typography>{t`Sign in with an operator account to read them.`}</Typography>
      </Panel>
    </Box>
  );
}
