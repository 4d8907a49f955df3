import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useCallback } from 'react';
import { useAuth } from '../../../shared/auth/auth-context.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { ColumnHeads } from '../column-heads.tsx';
import { failureText } from '../failures.ts';
import { GenerationCostsDocument, type GenerationCostsQuery } from './generation-costs.generated.ts';
import { TableArea } from '../table-area.tsx';
import { usePolled } from '../use-polled.ts';
import { numberLabel } from '../../../shared/format/format.ts';
import { percentLabel } from '../../../shared/format/percent.ts';

type Costs = GenerationCostsQuery['generationCosts'];

const refreshMs = 60_000;
const nearlySpent = 0.9;

const number = (value: number) => numberLabel(value);
/** Shows fractions of a cent for amounts below ten cents. */
const money = (dollars: number) =>
  `$${numberLabel(dollars, { minimumFractionDigits: 2, maximumFractionDigits: dollars > 0 && dollars < 0.1 ? 4 : 2 })}`;

const shareOf = (tokens: number, budget: number) => (budget === 0 ? 1 : tokens / budget);

interface BudgetLineProps {
  name: string;
  tokens: number;
  budget: number;
}

const BudgetLine = ({ name, tokens, budget }: BudgetLineProps) => (
  <Typography>
    {t`${name}: ${number(tokens)} of ${number(budget)} tokens today (${percentLabel(Math.floor(shareOf(tokens, budget) * 100))})`}
  </Typography>
);

function Budget({ isResting, ...costs }: Costs) {
  const lines = [
    { name: t`Free accounts`, tokens: costs.tokensToday, budget: costs.tokensPerDay },
    { name: t`Subscribers`, tokens: costs.subscriberTokensToday, budget: costs.subscriberTokensPerDay },
  ];
  const spent = lines.filter(({ tokens, budget }) => shareOf(tokens, budget) >= nearlySpent);
  return (
    <>
      {isResting && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t`The model failed too often and is not called for a while.`}
        </Alert>
      )}
      {spent.map(({ name }) => (
        <Alert key={name} severity="warning" sx={{ mb: 2 }}>
          {t`${name}: today's budget is nearly spent. Then the built-in generator makes the cards.`}
        </Alert>
      ))}
      {lines.map((line) => (
        <BudgetLine key={line.name} {...line} />
      ))}
    </>
  );
}

function Spent({ days }: Pick<Costs, 'days'>) {
  const all = days.reduce((sum, { dollars }) => sum + dollars, 0);
  const calls = days.reduce((sum, each) => sum + each.calls, 0);
  return (
    <Typography sx={{ mb: 2 }}>
      {t`${money(days.at(-1)?.dollars ?? 0)} today, ${money(all)} in ${days.length} days by ${number(calls)} calls`}
    </Typography>
  );
}

/** A day without a call is left out. */
const DayTable = ({ days }: Pick<Costs, 'days'>) => (
  <TableArea label={t`Cost by day`} maxHeight={280}>
    <table>
      <thead>
        <tr>
          <ColumnHeads names={[t`Day (UTC)`, t`Calls`, t`Cost`]} />
        </tr>
      </thead>
      <tbody>
        {days
          .filter(({ calls }) => calls > 0)
          .toReversed()
          .map(({ day, calls, dollars }) => (
            <tr key={day}>
              <td>{day}</td>
              <td>{number(calls)}</td>
              <td>{money(dollars)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  </TableArea>
);

const DearestTable = ({ dearest }: Pick<Costs, 'dearest'>) => (
  <TableArea label={t`Users by cost`} maxHeight={280}>
    <table>
      <thead>
        <tr>
          <ColumnHeads names={[t`User id`, t`Calls`, t`Tokens`, t`Cost`]} />
        </tr>
      </thead>
      <tbody>
        {dearest.map(({ userId, calls, tokens, dollars }) => (
          <tr key={userId}>
            <td>{userId}</td>
            <td>{number(calls)}</td>
            <td>{number(tokens)}</td>
            <td>{money(dollars)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableArea>
);

function Report({ costs }: { costs: Costs }) {
  const { days, dearest, provider } = costs;
  const isUnused = days.every(({ calls }) => calls === 0);
  if (isUnused && provider === 'embedded')
    return <Typography>{t`Cards are made by the embedded generator, which costs nothing.`}</Typography>;
  return (
    <>
      <Budget {...costs} />
      <Spent days={days} />
      {!isUnused && <DayTable days={days} />}
      {dearest.length > 0 && <DearestTable dearest={dearest} />}
    </>
  );
}

function CostsPanel() {
  const client = useApolloClient();
  const read = useCallback(
    async () =>
      (await client.query({ query: GenerationCostsDocument, fetchPolicy: 'no-cache' })).data.generationCosts,
    [client],
  );
  const { value: costs, error, refresh } = usePolled(read, refreshMs);
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mt: 4, mb: 2 }}>
        {t`Cost of generation`}
      </Typography>
      {costs && (
        <Panel dense>
          <Report costs={costs} />
        </Panel>
      )}
      {!costs && error !== null && (
        <RetryAlert text={failureText(t`Failed to load the costs`, error)} onRetry={refresh} />
      )}
    </>
  );
}

/** Costs of generation. The ai service knows operators by their role; the admin key belongs to another service. */
export function GenerationCosts() {
  return useAuth().user?.role === 'ADMIN' ? <CostsPanel /> : null;
}
