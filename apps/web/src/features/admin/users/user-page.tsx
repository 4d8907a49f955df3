import { plural, t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ownText } from '../../../shared/format/own-text.ts';
import { useAuth } from '../../../shared/auth/auth-context.tsx';
import { dateTimeLabel, numberLabel } from '../../../shared/format/format.ts';
import { money } from '../../../shared/plan/money.ts';
import { PaymentReference } from '../../../shared/plan/payment-reference.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { Pages } from '../../../shared/ui/page/pages.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { AuditTable, useAudit } from '../audit/audit-tab.tsx';
import { ColumnHeads } from '../column-heads.tsx';
import { failureText } from '../failures.ts';
import { useOperator } from '../operator.tsx';
import { TableArea } from '../table-area.tsx';
import { paymentStates } from '../money/payment-states.ts';
import { usePolled, type Polled } from '../use-polled.ts';
import { seenLabel } from './seen-label.ts';
import {
  AdminUserDocument,
  UserGenerationsDocument,
  UserPaymentsDocument,
  type AdminUserQuery,
  type UserGenerationsQuery,
  type UserPaymentsQuery,
} from './user-page.generated.ts';

type User = NonNullable<AdminUserQuery['adminUser']>;
type Payments = UserPaymentsQuery['userPayments'];
type Generations = UserGenerationsQuery['userGenerations'];

/** Long, because every read is recorded in the audit log. */
const refreshMs = 5 * 60_000;
const fresh = { fetchPolicy: 'no-cache' } as const;

function useUser(id: string) {
  const client = useApolloClient();
  const { context } = useOperator();
  const read = useCallback(
    async () => (await client.query({ query: AdminUserDocument, variables: { id }, context, ...fresh })).data,
    [client, context, id],
  );
  return usePolled(read, refreshMs);
}

function usePayments(userId: string, page: number) {
  const client = useApolloClient();
  const read = useCallback(
    async () =>
      (await client.query({ query: UserPaymentsDocument, variables: { userId, page }, ...fresh })).data
        .userPayments,
    [client, userId, page],
  );
  return usePolled(read, refreshMs);
}

function useGenerations(userId: string, page: number) {
  const client = useApolloClient();
  const read = useCallback(
    async () =>
      (await client.query({ query: UserGenerationsDocument, variables: { userId, page }, ...fresh })).data
        .userGenerations,
    [client, userId, page],
  );
  return usePolled(read, refreshMs);
}

function Details({ entries }: { entries: [string, ReactNode][] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 2fr) minmax(0, 3fr)', sm: '160px minmax(0, 1fr)' },
        columnGap: 2,
        rowGap: 1,
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, overflowWrap: 'anywhere' },
      }}
    >
      {entries.map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}

const yesOrNo = (value: boolean) => (value ? t`Yes` : t`No`);
const demoOf = ({ isDemo, demoExpiresAt }: User) => {
  if (!isDemo) return t`No`;
  return demoExpiresAt === null ? t`Yes` : t`Until ${dateTimeLabel(demoExpiresAt)}`;
};

function AccountPanel({ user, now }: { user: User; now: number }) {
  return (
    <Panel title={t`Account`}>
      <Details
        entries={[
          [
            t`Username`,
            <bdi key="name" {...ownText}>
              {user.username}
            </bdi>,
          ],
          [
            t`Email`,
            <bdi key="email" {...ownText}>
              {user.email}
            </bdi>,
          ],
          [t`User id`, user.id],
          [t`Email verified`, yesOrNo(user.emailVerified)],
          [t`Operator`, yesOrNo(user.isOperator)],
          [t`Demo`, demoOf(user)],
          [t`Created`, dateTimeLabel(user.createdAt)],
          [t`Last seen`, seenLabel(user.lastSeen, now)],
        ]}
      />
    </Panel>
  );
}

const StudyPanel = ({ user }: { user: User }) => (
  <Panel title={t`Decks and study`}>
    <Details
      entries={[
        [t`Decks`, numberLabel(user.decks)],
        [t`Cards`, numberLabel(user.cards)],
        [t`Answers`, numberLabel(user.answers)],
      ]}
    />
  </Panel>
);

const planOf = ({ plan, paidUntil }: User) => {
  if (paidUntil === null) return t`Free`;
  const end = dateTimeLabel(paidUntil);
  return plan === 'ACTIVE' ? t`Active until ${end}` : t`Free; the last plan ended on ${end}`;
};

interface TablePanelProps<Row> {
  title: string;
  note?: string | undefined;
  failed: string;
  none: string;
  pages: string;
  columns: string[];
  read: Polled<{ items: Row[]; pageInfo: { totalPages: number } }>;
  page: number;
  onPage: (page: number) => void;
  row: (row: Row) => ReactNode;
}

/** Table of another service's data about the user. When that service fails, the rest of the page stays. */
function TablePanel<Row>(props: TablePanelProps<Row>) {
  const { title, note, failed, none, pages, columns, read, page, onPage, row } = props;
  const { value, error, refresh } = read;
  return (
    <Panel title={title} note={note}>
      {error !== null && <RetryAlert text={failureText(failed, error)} onRetry={refresh} />}
      {value?.items.length === 0 && <Typography>{none}</Typography>}
      {value && value.items.length > 0 && (
        <Box sx={{ mx: { xs: -2.5, sm: -3 } }}>
          <TableArea label={title}>
            <table>
              <thead>
                <tr>
                  <ColumnHeads names={columns} />
                </tr>
              </thead>
              <tbody>{value.items.map(row)}</tbody>
            </table>
          </TableArea>
        </Box>
      )}
      <Pages page={page} totalPages={value?.pageInfo.totalPages ?? 0} label={pages} onChange={onPage} />
    </Panel>
  );
}

const paymentRow = (payment: Payments['items'][number]) => (
  <tr key={payment.id}>
    <td className="whole">{dateTimeLabel(payment.createdAt)}</td>
    <td className="strong whole">{money(payment.amountCents, payment.currency)}</td>
    <td className="whole">{paymentStates()[payment.state]}</td>
    <td className="whole">{payment.receiptNumber ?? '–'}</td>
    <td className="whole">
      <PaymentReference reference={payment.apiRef} />
    </td>
  </tr>
);

function PaymentsPanel({ id, note }: { id: string; note: string | undefined }) {
  const [page, setPage] = useState(1);
  return (
    <TablePanel
      title={t`Plan and payments`}
      note={note}
      failed={t`Failed to load the payments`}
      none={t`No payments`}
      pages={t`Pages of payments`}
      columns={[t`When`, t`Amount`, t`State`, t`Receipt`, t`Reference`]}
      read={usePayments(id, page)}
      page={page}
      onPage={setPage}
      row={paymentRow}
    />
  );
}

const resultOf = ({ state, made, asked, failure }: Generations['items'][number]) => {
  if (state === 'RUNNING') return t`Running now`;
  if (state === 'FAILED') return t`Failed (${failure ?? '–'})`;
  return t`${made} of ${plural(asked, { one: '# card', other: '# cards' })}`;
};

const generationRow = (generation: Generations['items'][number]) => (
  <tr key={generation.id}>
    <td className="whole">{dateTimeLabel(generation.createdAt)}</td>
    <td className="wide">{resultOf(generation)}</td>
  </tr>
);

function GenerationsPanel({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  return (
    <TablePanel
      title={t`Generations`}
      note={t`Without the learner’s texts.`}
      failed={t`Failed to load the generations`}
      none={t`No generations`}
      pages={t`Pages of generations`}
      columns={[t`When`, t`Result`]}
      read={useGenerations(id, page)}
      page={page}
      onPage={setPage}
      row={generationRow}
    />
  );
}

function AuditPanel({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const filter = useMemo(() => ({ userId: id, hideReads: true }), [id]);
  const { value, error, refresh } = useAudit(filter, page);
  return (
    <Panel title={t`Audit log`} note={t`Changes by this user and about this user.`}>
      {error !== null && (
        <RetryAlert text={failureText(t`Failed to load the audit log`, error)} onRetry={refresh} />
      )}
      <Box sx={{ mx: { xs: -2.5, sm: -3 } }}>
        <AuditTable entries={value?.items} label={t`Audit log`} />
      </Box>
      <Pages
        page={page}
        totalPages={value?.pageInfo.totalPages ?? 0}
        label={t`Pages of the audit log`}
        onChange={setPage}
      />
    </Panel>
  );
}

/** Page of one user: the data of each service and the calls of operators. Parts that cannot be loaded say so. */
export function UserPage({ id }: { id: string }) {
  const hasRole = useAuth().user?.role === 'ADMIN';
  const { value, readAt, error, refresh } = useUser(id);
  const user = value?.adminUser ?? null;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <Box>
        <Button component={Link} to="/admin?tab=users" variant="outlined" size="small">
          {t`All users`}
        </Button>
      </Box>
      {error !== null && (
        <RetryAlert text={failureText(t`Failed to load the user`, error)} onRetry={refresh} />
      )}
      {value && !user && (
        <Alert severity="info" role="status">
          {t`No account has the id ${id}. It was deleted, or it never existed.`}
        </Alert>
      )}
      {user && (
        <>
          <AccountPanel user={user} now={readAt ?? 0} />
          <StudyPanel user={user} />
        </>
      )}
      {hasRole ? (
        <>
          <PaymentsPanel id={id} note={user ? planOf(user) : undefined} />
          <GenerationsPanel id={id} />
        </>
      ) : (
        <Alert severity="info" role="note">
          {user && `${planOf(user)}. `}
          {t`Payments and generations need an operator account; the admin key is not enough.`}
        </Alert>
      )}
      <AuditPanel id={id} />
    </Box>
  );
}
