import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { numberLabel } from '../../../shared/format/format.ts';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { ColumnHeads } from '../column-heads.tsx';
import { failureText } from '../failures.ts';
import { useOperator } from '../operator.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { TableArea } from '../table-area.tsx';
import { usePolled } from '../use-polled.ts';
import { AdminFunnelDocument, type FunnelPartsFragment } from './overview-tab.generated.ts';

const refreshMs = 5 * 60_000;

const shareOf = (part: number, whole: number) =>
  whole === 0 ? '–' : numberLabel(part / whole, { style: 'percent', maximumFractionDigits: 0 });

const steps = () => [
  { list: '', name: t`Signed up`, of: 'signedUp', among: 'signedUp' } as const,
  { list: '&step=verified', name: t`Verified the address`, of: 'verified', among: 'signedUp' } as const,
  { list: '&step=studied', name: t`Answered a card`, of: 'studied', among: 'signedUp' } as const,
  { list: '&step=returned', name: t`Came back after 7 days`, of: 'returned', among: 'weekOld' } as const,
];

interface StepsProps {
  now: FunnelPartsFragment;
  before: FunnelPartsFragment;
}

const Steps = ({ now, before }: StepsProps) => (
  <TableArea label={t`New users`}>
    <table>
      <thead>
        <tr>
          <ColumnHeads names={[t`Step`, t`Last 30 days`, t`Share`, t`30 days before`, t`Share before`]} />
        </tr>
      </thead>
      <tbody>
        {steps().map(({ list, name, of, among }) => (
          <tr key={of}>
            <td>{name}</td>
            <td>
              <Link to={`/admin?tab=users&within=30${list}`}>{numberLabel(now[of])}</Link>
            </td>
            <td>{shareOf(now[of], now[among])}</td>
            <td>{of === 'verified' ? '–' : numberLabel(before[of])}</td>
            <td>{of === 'verified' ? '–' : shareOf(before[of], before[among])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableArea>
);

/** How far new users came, beside those of the period before. */
export function Funnel() {
  const client = useApolloClient();
  const { context } = useOperator();
  const read = useCallback(
    async () =>
      (await client.query({ query: AdminFunnelDocument, context, fetchPolicy: 'no-cache' })).data.adminFunnel,
    [client, context],
  );
  const { value, error, refresh } = usePolled(read, refreshMs);
  return (
    <Panel
      title={t`New users`}
      note={t`Without demo users and deleted accounts. The last share is of those who signed up at least 7 days ago. Accounts that are not verified within 7 days are deleted, so verified addresses are not compared. Users of the 30 days before have had 30 days more for the later steps.`}
      dense
    >
      {error !== null && (
        <RetryAlert text={failureText(t`Failed to load the new users`, error)} onRetry={refresh} />
      )}
      {value && <Steps now={value.now} before={value.before} />}
    </Panel>
  );
}
