import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { messageOf } from '../../shared/apollo/errors.ts';
import { dataOrCached } from '../../shared/apollo/shown.ts';
import { dateLabel } from '../../shared/format/format.ts';
import { openBilling } from '../../shared/plan/open-billing.ts';
import { useDelayed } from '../../shared/hooks/use-delayed.ts';
import { useExistingPage, usePageInAddress } from '../../shared/hooks/use-page-in-address.ts';
import { money } from '../../shared/plan/money.ts';
import { PaymentReference } from '../../shared/plan/payment-reference.tsx';
import { EmptyState } from '../../shared/ui/states/empty-state.tsx';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Pages } from '../../shared/ui/page/pages.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import type { PaymentState } from './payment.generated.ts';
import { PaymentsScreenDocument, type PaymentRowPartsFragment } from './payments-page.generated.ts';

const stateTag = (): Record<PaymentState, { text: string; tone: 'plain' | 'good' | 'poor' | 'accent' }> => ({
  CREATED: { text: t`Waiting`, tone: 'accent' },
  SENT: { text: t`Waiting`, tone: 'accent' },
  PAID: { text: t`Paid, being checked`, tone: 'accent' },
  CONFIRMED: { text: t`Confirmed`, tone: 'good' },
  FAILED: { text: t`Failed`, tone: 'poor' },
});

const methodText = () => ({ PAGE: t`On the payment page.`, STK: t`By M-Pesa on the phone.` }) as const;

function periodOf({ periodStart, periodEnd }: PaymentRowPartsFragment) {
  return periodStart && periodEnd ? t`${dateLabel(periodStart)} to ${dateLabel(periodEnd)}` : null;
}

function PaymentRow({ payment }: { payment: PaymentRowPartsFragment }) {
  const { id, amountCents, currency, method, state, apiRef, receiptNumber } = payment;
  const { text, tone } = stateTag()[state];
  const period = periodOf(payment);
  return (
    <Card component="li" sx={{ p: { xs: 2.5, sm: 3 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 0.5 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {money(amountCents, currency)}
        </Typography>
        <Tag tone={tone}>{text}</Tag>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere', mb: 2 }}>
        {`${period ? `${period}. ` : ''}${methodText()[method]}`} {t`Reference`}{' '}
        <PaymentReference reference={apiRef} />
      </Typography>
      <PaymentTimeline payment={payment} />
      {receiptNumber && (
        <Button
          component={Link}
          to={`/billing/receipts/${id}`}
          variant="outlined"
          size="small"
          aria-label={t`Receipt ${receiptNumber}`}
          sx={{ mt: 2 }}
        >
          {t`Receipt`}
        </Button>
      )}
    </Card>
  );
}

function Loading() {
  return (
    <Box aria-busy>
      {[1, 2].map((row) => (
        <Skeleton key={row} variant="rounded" height={196} sx={{ borderRadius: '16px', mb: 2 }} />
      ))}
    </Box>
  );
}

/** Every payment with its steps, latest first. */
export function PaymentsPage() {
  const { page, setPage } = usePageInAddress();
  const request = { query: PaymentsScreenDocument, variables: { page } };
  const result = useQuery(request.query, { variables: request.variables });
  const { loading, error, refetch, client } = result;
  const shown = dataOrCached(result, () => client.readQuery(request));
  const payments = shown?.viewer.subscription?.payments ?? null;
  useExistingPage({ page, setPage, totalPages: loading ? undefined : payments?.pageInfo.totalPages });
  const late = useDelayed(loading && !payments);
  return (
    <Page
      title={t`Payments`}
      lead={t`Your payments and their state.`}
      width="reading"
      actions={
        <Button variant="outlined" onClick={() => openBilling()}>
          {t`Billing`}
        </Button>
      }
    >
      {late && <Loading />}
      {!loading && !payments && (
        <FailedState
          title={t`Your payments could not be loaded`}
          text={messageOf(error, t`They are safe. The server could not be reached.`)}
          onRetry={() => void refetch()}
          next={{ to: '/dashboard', label: t`Go to the dashboard` }}
        />
      )}
      {payments?.items.length === 0 && (
        <EmptyState
          title={t`No payments yet`}
          text={t`Your payments and their receipts appear here once you subscribe.`}
        />
      )}
      {payments && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
          {payments.items.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </Box>
      )}
      <Pages
        page={page}
        totalPages={payments?.pageInfo.totalPages ?? 0}
        label={t`Pages of payments`}
        onChange={setPage}
      />
    </Page>
  );
}
