import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { saveFile } from '../../../shared/browser/save-file.ts';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { cellOf, csvFile } from '../demo/csv.ts';
import { failureText } from '../failures.ts';
import { ConfirmedPaymentsDocument, type BookedPaymentPartsFragment } from './revenue.generated.ts';

const partSize = 1_000;
/** Parts after which the file ends: the browser holds it in memory. */
const maxParts = 20;

const columns = [
  'confirmed_at',
  'receipt',
  'reference',
  'invoice',
  'user_id',
  'amount',
  'currency',
  'method',
];
const rowOf = (payment: BookedPaymentPartsFragment) =>
  [
    payment.confirmedAt ?? '',
    payment.receiptNumber ?? '',
    payment.apiRef,
    payment.invoiceId ?? '',
    payment.userId ?? '',
    (payment.amountCents / 100).toFixed(2),
    payment.currency,
    payment.method,
  ].map(cellOf);

interface PaymentsCsvProps {
  from: string;
  to: string;
}

/** Saves the confirmed payments of some days, read in parts. */
export function PaymentsCsv({ from, to }: PaymentsCsvProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [isReading, setReading] = useState(false);
  const read = async () => {
    const rows = new Map<string, string[]>();
    for (let part = 0; part < maxParts; part += 1) {
      const variables = { from, to, limit: partSize, offset: part * partSize };
      const how = { query: ConfirmedPaymentsDocument, variables, fetchPolicy: 'no-cache' } as const;
      const { total, items } = (await client.query(how)).data.confirmedPayments;
      for (const payment of items) rows.set(payment.id, rowOf(payment));
      if (items.length < partSize) return { total: rows.size, rows };
      if (part === maxParts - 1) return { total, rows };
    }
    return { total: 0, rows };
  };
  const save = async () => {
    setReading(true);
    try {
      const { total, rows } = await read();
      saveFile(
        `payments-${from}-${to}.csv`,
        new Blob([csvFile([columns, ...rows.values()])], { type: 'text/csv;charset=utf-8' }),
      );
      if (total > rows.size)
        notify(
          t`The file has the latest ${rows.size} of ${total} payments. Choose a shorter period.`,
          'warning',
        );
    } catch (error) {
      notify(failureText(t`Failed to load the payments`, error), 'error');
    } finally {
      setReading(false);
    }
  };
  return (
    <Button variant="outlined" disabled={isReading} onClick={() => void save()}>
      {t`Download CSV`}
    </Button>
  );
}
