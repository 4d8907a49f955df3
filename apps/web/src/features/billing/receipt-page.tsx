import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import { plan } from '@kumbuka/contracts/constants';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import GlobalStyles from '@mui/material/GlobalStyles';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { ownText } from '../../shared/format/own-text.ts';
import { errorCode, messageOf } from '../../shared/apollo/errors.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { printed } from '../../shared/theme/tokens.ts';
import { momentLabel } from '../../shared/format/format.ts';
import { useDelayed } from '../../shared/hooks/use-delayed.ts';
import { money } from '../../shared/plan/money.ts';
import { PaymentReference } from '../../shared/plan/payment-reference.tsx';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { Logo } from '../../shared/ui/page/logo.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { ReceiptScreenDocument, type ReceiptScreenQuery } from './receipt-page.generated.ts';

type Payment = ReceiptScreenQuery['payment'];

const methodText = () => ({ PAGE: t`Payment page (M-Pesa or card)`, STK: t`M-Pesa on the phone` }) as const;

const confirmedAt = ({ steps, createdAt }: Payment) =>
  steps.find(({ state }) => state === 'CONFIRMED')?.at ?? createdAt;

/** Print styles: black on white. */
const onPaper = {
  '@media print': {
    color: printed.ink,
    bgcolor: printed.sheet,
    boxShadow: 'none',
    border: `1px solid ${printed.line}`,
    '& *': { color: `${printed.ink} !important` },
  },
};
/** Hides the bar, which is outside of the page, and marked elements in print. */
const printRules = { '@media print': { 'header, .not-printed': { display: 'none !important' } } };

function Line({ name, value }: { name: string; value: ReactNode }) {
  return (
    <Box sx={{ display: 'contents' }}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {value}
      </Box>
    </Box>
  );
}

function Receipt({ payment }: { payment: Payment }) {
  const { user } = useAuth();
  const { amountCents, currency, method, apiRef, receiptNumber, periodStart, periodEnd } = payment;
  return (
    <Card sx={{ p: { xs: 2.5, sm: 4 }, ...onPaper }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 3 }}>
        <Logo />
        <Typography variant="h3" component="p">
          {t`Kumbuka`}
        </Typography>
      </Box>
      <Typography component="p" sx={{ fontSize: '2rem', fontWeight: 700, lineHeight: 1.2, mb: 3 }}>
        {money(amountCents, currency)}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '180px minmax(0, 1fr)' },
          columnGap: 2,
          rowGap: { xs: 0.25, sm: 1.25 },
          '& dd': { mb: { xs: 1.5, sm: 0 } },
        }}
      >
        <Line name={t`Receipt`} value={receiptNumber ?? ''} />
        <Line
          name={t`Paid by`}
          value={user && <bdi {...ownText}>{`${user.username} (${user.email})`}</bdi>}
        />
        <Line name={t`For`} value={t`Kumbuka, monthly plan of ${plan.days} days`} />
        {periodStart && periodEnd && (
          <Line name={t`Period`} value={t`${momentLabel(periodStart)} to ${momentLabel(periodEnd)}`} />
        )}
        <Line name={t`Paid on`} value={momentLabel(confirmedAt(payment))} />
        <Line name={t`Payment method`} value={methodText()[method]} />
        <Line name={t`Reference`} value={<PaymentReference reference={apiRef} />} />
      </Box>
    </Card>
  );
}

function noReceiptText(error: unknown) {
  return errorCode(error) === 'PAYMENT_NOT_FOUND'
    ? messageOf(error, '')
    : messageOf(error, t`The server could not be reached.`);
}

/** The receipt of one confirmed payment, to be printed. */
export function ReceiptPage() {
  const { paymentId = '' } = useParams();
  const { data, loading, error, refetch } = useQuery(ReceiptScreenDocument, { variables: { id: paymentId } });
  const late = useDelayed(loading && !data);
  const payment = data?.payment ?? null;
  const isReceipt = payment !== null && payment.receiptNumber !== null;
  return (
    <>
      <GlobalStyles styles={printRules} />
      <Page
        title={t`Receipt`}
        width="reading"
        actions={
          isReceipt && (
            <Button className="not-printed" variant="contained" onClick={() => window.print()}>
              {t`Print`}
            </Button>
          )
        }
      >
        {late && <Skeleton variant="rounded" height={420} sx={{ borderRadius: '16px' }} />}
        {isReceipt && <Receipt payment={payment} />}
        {payment && !isReceipt && (
          <FailedState
            title={t`There is no receipt yet`}
            text={t`A payment has a receipt once it is confirmed.`}
            onRetry={() => void refetch()}
            next={{ to: '/billing/payments', label: t`Go to payments` }}
          />
        )}
        {!loading && !payment && (
          <FailedState
            title={t`This receipt could not be loaded`}
            text={noReceiptText(error)}
            onRetry={errorCode(error) === 'PAYMENT_NOT_FOUND' ? undefined : () => void refetch()}
            next={{ to: '/billing/payments', label: t`Go to payments` }}
          />
        )}
      </Page>
    </>
  );
}
