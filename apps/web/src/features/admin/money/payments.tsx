import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useState, type SyntheticEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dateTimeLabel, numberLabel } from '../../../shared/format/format.ts';
import { money } from '../../../shared/plan/money.ts';
import { PaymentReference } from '../../../shared/plan/payment-reference.tsx';
import { FormField } from '../../../shared/ui/fields.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { Pages } from '../../../shared/ui/page/pages.tsx';
import { UserLink } from '../account-name.tsx';
import { ColumnHeads } from '../column-heads.tsx';
import { failureText } from '../failures.ts';
import { RetryAlert } from '../retry-alert.tsx';
import { TableArea } from '../table-area.tsx';
import { usePolled } from '../use-polled.ts';
import { paymentStates } from './payment-states.ts';
import {
  ConfirmedPaymentsDocument,
  FindPaymentsDocument,
  type BookedPaymentPartsFragment,
} from './revenue.generated.ts';

const refreshMs = 5 * 60_000;
const perPage = 50;

const PaymentRow = ({ payment }: { payment: BookedPaymentPartsFragment }) => (
  <tr>
    <td className="whole">{dateTimeLabel(payment.confirmedAt ?? payment.createdAt)}</td>
    <td className="strong whole">{money(payment.amountCents, payment.currency)}</td>
    <td className="whole">{paymentStates()[payment.state]}</td>
    <td className="whole">
      {payment.userId === null ? (
        t`Erased account`
      ) : (
        <UserLink id={payment.userId} name={t`User ${payment.userId}`} />
      )}
    </td>
    <td className="whole">{payment.receiptNumber ?? '–'}</td>
    <td className="whole">
      <PaymentReference reference={payment.apiRef} />
    </td>
  </tr>
);

const PaymentTable = ({ payments }: { payments: readonly BookedPaymentPartsFragment[] }) => (
  <Box sx={{ mx: { xs: -2.5, sm: -3 } }}>
    <TableArea label={t`Payments`} maxHeight={480}>
      <table>
        <thead>
          <tr>
            <ColumnHeads names={[t`When`, t`Amount`, t`State`, t`Learner`, t`Receipt`, t`Reference`]} />
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </tbody>
      </table>
    </TableArea>
  </Box>
);

interface Days {
  from: string;
  to: string;
}

function ConfirmedOn({ from, to }: Days) {
  const client = useApolloClient();
  const [page, setPage] = useState(1);
  const read = useCallback(async () => {
    const variables = { from, to, limit: perPage, offset: (page - 1) * perPage };
    const how = { query: ConfirmedPaymentsDocument, variables, fetchPolicy: 'no-cache' } as const;
    return (await client.query(how)).data.confirmedPayments;
  }, [client, from, to, page]);
  const { value, error, refresh } = usePolled(read, refreshMs);
  const total = value?.total ?? 0;
  return (
    <Panel
      title={from === to ? t`Payments of ${from}` : t`Payments from ${from} to ${to}`}
      note={value ? t`${numberLabel(total)} in all` : undefined}
    >
      {error !== null && (
        <RetryAlert text={failureText(t`Failed to load the payments`, error)} onRetry={refresh} />
      )}
      {value?.items.length === 0 && <Typography>{t`No payments`}</Typography>}
      {value && value.items.length > 0 && <PaymentTable payments={value.items} />}
      <Pages
        page={page}
        totalPages={Math.ceil(total / perPage)}
        label={t`Pages of payments`}
        onChange={setPage}
      />
    </Panel>
  );
}

const isDate = (text: string | null): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

/** The payments of the days that the address names. */
export function PaymentsOfDays() {
  const [params] = useSearchParams();
  const [from, to] = [params.get('from'), params.get('to')];
  return isDate(from) && isDate(to) ? <ConfirmedOn key={from + to} from={from} to={to} /> : null;
}

/** Finds payments by a phone or a whole reference. */
export function PaymentSearch() {
  const client = useApolloClient();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly BookedPaymentPartsFragment[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const find = async () => {
    const wanted = text.trim();
    if (wanted === '') return;
    setError(null);
    try {
      const how = { query: FindPaymentsDocument, variables: { text: wanted } } as const;
      setFound((await client.query({ ...how, fetchPolicy: 'no-cache' })).data.findPayments);
    } catch (failure) {
      setError(failure);
    }
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void find();
  };
  return (
    <Panel
      title={t`Find a payment`}
      note={t`By a whole reference, receipt number or invoice. A phone number finds the M-Pesa requests of the last 24 hours; it is not kept longer.`}
    >
      <Box component="form" role="search" onSubmit={onSubmit} sx={{ display: 'flex', gap: 1.5, mb: 2 }}>
        <FormField
          label={t`Phone or reference`}
          size="small"
          value={text}
          slotProps={{ htmlInput: { maxLength: 100 } }}
          onChange={(event) => setText(event.target.value)}
          sx={{ mb: 0 }}
        />
        <Button type="submit" variant="outlined">
          {t`Find`}
        </Button>
      </Box>
      {error !== null && <RetryAlert text={failureText(t`Failed to find payments`, error)} onRetry={find} />}
      <Box role="status">
        {found?.length === 0 && error === null && <Typography>{t`No payment was found.`}</Typography>}
      </Box>
      {found && found.length > 0 && <PaymentTable payments={found} />}
    </Panel>
  );
}
