import { plural, t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { money } from '../../../shared/plan/money.ts';
import { SelectField } from '../../../shared/ui/fields.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { ColumnHeads } from '../column-heads.tsx';
import { failureText } from '../failures.ts';
import { Bars } from '../overview/day-bars.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { TableArea } from '../table-area.tsx';
import { usePolled } from '../use-polled.ts';
import { PaymentsCsv } from './payments-csv.tsx';
import { RevenueDocument, type RevenueQuery } from './revenue.generated.ts';

type Read = RevenueQuery['revenue'];

/** Long, because every read is recorded in the audit log. */
const refreshMs = 5 * 60_000;
const periods = [7, 30, 90, 365];

function useRevenue(days: number) {
  const client = useApolloClient();
  const read = useCallback(
    async () =>
      (await client.query({ query: RevenueDocument, variables: { days }, fetchPolicy: 'no-cache' })).data
        .revenue,
    [client, days],
  );
  return usePolled(read, refreshMs);
}

const sumOf = ({ days }: Read) => days.reduce((sum, day) => sum + day.amountCents, 0);
const listOf = (from: string, to: string) => `/admin?tab=money&from=${from}&to=${to}`;

const RevenueTable = ({ revenue }: { revenue: Read }) => (
  <TableArea label={t`Revenue by day`} maxHeight={400}>
    <table>
      <thead>
        <tr>
          <ColumnHeads names={[t`Day`, t`Payments`, t`Amount`]} />
        </tr>
      </thead>
      <tbody>
        {revenue.days.toReversed().map(({ date, payments, amountCents }) => (
          <tr key={date}>
            <td className="whole">
              <Link to={listOf(date, date)}>{date}</Link>
            </td>
            <td>{payments}</td>
            <td className="whole">{money(amountCents, revenue.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableArea>
);

const axis = { color: 'text.secondary', fontVariantNumeric: 'tabular-nums' };

/** Bars by day, with the highest amount and nothing on the axis, and the first and the last day below. */
function RevenueChart({ revenue }: { revenue: Read }) {
  const { days, currency } = revenue;
  const best = money(Math.max(...days.map(({ amountCents }) => amountCents)), currency);
  const dates = days.map(({ date }) => date);
  const [from, to] = [dates[0] ?? '', dates.at(-1) ?? ''];
  const sentence = t`Revenue by day from ${from} to ${to}, in all ${money(sumOf(revenue), currency)}, at most ${best} on a day.`;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1 }}>
      <Box aria-hidden sx={{ ...axis, display: 'grid', alignContent: 'space-between', textAlign: 'right' }}>
        <Typography variant="caption">{best}</Typography>
        <Typography variant="caption">0</Typography>
      </Box>
      <Bars
        sentence={sentence}
        dates={dates}
        values={days.map(({ amountCents }) => amountCents / 100)}
        tall={152}
      />
      <Box aria-hidden sx={{ ...axis, gridColumn: 2, display: 'flex', justifyContent: 'space-between' }}>
        <Typography variant="caption">{from}</Typography>
        <Typography variant="caption">{to}</Typography>
      </Box>
    </Box>
  );
}

function Sums({ revenue }: { revenue: Read }) {
  const { days, currency, zone, beforeCents, beforePayments } = revenue;
  const payments = days.reduce((sum, day) => sum + day.payments, 0);
  const [from, to] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  const before = plural(beforePayments, { one: '# payment', other: '# payments' });
  return (
    <>
      <Typography sx={{ fontWeight: 700 }}>
        <Box component={Link} to={listOf(from, to)} sx={{ color: 'meaning.link' }}>
          {t`${money(sumOf(revenue), currency)} from ${plural(payments, { one: '# payment', other: '# payments' })}`}
        </Box>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
        {t`In the ${plural(days.length, { one: '# day', other: '# days' })} before: ${money(beforeCents, currency)} from ${before}. Days of ${zone}, before refunds.`}
      </Typography>
    </>
  );
}

/** Revenue by day with the period before it, as a chart or as a table. */
export function Revenue() {
  const [days, setDays] = useState(30);
  const [isTable, setTable] = useState(false);
  const { value: revenue, error, refresh } = useRevenue(days);
  const choices = periods.map((count) => ({
    value: String(count),
    label: plural(count, { one: '# day', other: '# days' }),
  }));
  return (
    <Panel title={t`Revenue`}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2, '& .MuiFormControl-root': { mb: 0 } }}>
        <SelectField
          label={t`Period`}
          size="small"
          value={String(days)}
          choices={choices}
          onChange={(event) => setDays(Number(event.target.value))}
          sx={{ width: 140 }}
        />
        <Button variant="outlined" onClick={() => setTable(!isTable)}>
          {isTable ? t`Show as chart` : t`Show as table`}
        </Button>
        {revenue && <PaymentsCsv from={revenue.days[0]?.date ?? ''} to={revenue.days.at(-1)?.date ?? ''} />}
      </Box>
      {error !== null && (
        <RetryAlert text={failureText(t`Failed to load the revenue`, error)} onRetry={refresh} />
      )}
      {revenue && <Sums revenue={revenue} />}
      {revenue && (isTable ? <RevenueTable revenue={revenue} /> : <RevenueChart revenue={revenue} />)}
    </Panel>
  );
}
