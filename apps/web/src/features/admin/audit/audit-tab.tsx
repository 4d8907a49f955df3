import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dateTimeLabel } from '../../../shared/format/format.ts';
import { useExistingPage, usePageInAddress } from '../../../shared/hooks/use-page-in-address.ts';
import { FormField, SelectField } from '../../../shared/ui/fields.tsx';
import { Pages } from '../../../shared/ui/page/pages.tsx';
import { AccountName } from '../account-name.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { allCalls, auditFilterOf, type AuditFilters } from './audit-filters.ts';
import {
  AdminAuditDocument,
  type AdminAuditFilter,
  type AdminAuditQuery,
  type AuditResult,
} from './audit-tab.generated.ts';
import { ColumnHeads } from '../column-heads.tsx';
import { failureText } from '../failures.ts';
import { FilterGrid } from '../filter-grid.tsx';
import { useOperator } from '../operator.tsx';
import { TableArea } from '../table-area.tsx';
import { usePolled } from '../use-polled.ts';
import { useDebounced } from '../use-debounced.ts';

const columns = () => [t`When`, t`Who`, t`What`, t`About`, t`Count`, t`Result`, t`Address`];
const refreshMs = 60_000;
const results = (): { value: AuditResult | ''; label: string }[] => [
  { value: '', label: t({ message: 'All', context: 'results' }) },
  { value: 'STARTED', label: t`Started` },
  { value: 'OK', label: t({ message: 'Done', context: 'results' }) },
  { value: 'FORBIDDEN', label: t`Refused` },
  { value: 'FAILED', label: t`Failed` },
];
const tones: Record<AuditResult, string> = { STARTED: '', OK: 'good', FORBIDDEN: 'due', FAILED: 'poor' };
const labelOf = (result: AuditResult) => results().find(({ value }) => value === result)?.label;

/** Keeps in the address whether reads are shown. A change goes to the first page. */
function useReads() {
  const [params, setParams] = useSearchParams();
  const showsReads = params.get('reads') === 'shown';
  const showReads = (shown: boolean) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('page');
        if (shown) after.set('reads', 'shown');
        else after.delete('reads');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return { showsReads, showReads };
}

/** A page of the log; give it the same filter object until the filter changes. */
export function useAudit(filter: AdminAuditFilter, page: number) {
  const client = useApolloClient();
  const { context } = useOperator();
  const read = useCallback(async () => {
    const variables = { page, filter };
    const how = { query: AdminAuditDocument, variables, context, fetchPolicy: 'no-cache' } as const;
    return (await client.query(how)).data.adminAudit;
  }, [client, context, filter, page]);
  return usePolled(read, refreshMs);
}

interface FilterRowProps {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
}

function FilterRow({ filters, onChange }: FilterRowProps) {
  const field = (name: 'action' | 'operator' | 'from' | 'to') => ({
    size: 'small' as const,
    value: filters[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...filters, [name]: event.target.value }),
  });
  const day = { type: 'date', slotProps: { inputLabel: { shrink: true } } };
  const resultOf = (text: string) => results().find(({ value }) => value === text)?.value ?? '';
  return (
    <FilterGrid columns="140px minmax(0, 1fr) minmax(0, 1fr) 170px 170px">
      <SelectField
        label={t`Result`}
        size="small"
        value={filters.result}
        choices={results()}
        sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}
        onChange={(event) => onChange({ ...filters, result: resultOf(event.target.value) })}
      />
      <FormField label={t`What`} placeholder="deleteUsers" {...field('action')} />
      <FormField label={t`Who`} placeholder={t`An id, or key`} {...field('operator')} />
      <FormField label={t`From`} {...day} {...field('from')} />
      <FormField label={t`To`} {...day} {...field('to')} />
    </FilterGrid>
  );
}

type Entry = AdminAuditQuery['adminAudit']['items'][number];

function EntryRow({ entry }: { entry: Entry }) {
  const { at, operator, action, target, count, result, code, ip } = entry;
  return (
    <tr>
      <td className="whole">{dateTimeLabel(at)}</td>
      <td className="name">
        <AccountName id={operator} account={entry.operatorAccount} />
      </td>
      <td className="strong whole">{action}</td>
      <td className="quiet wide">
        {entry.targetAccount ? (
          <AccountName id={entry.targetAccount.id} account={entry.targetAccount} />
        ) : (
          (target ?? '–')
        )}
      </td>
      <td>{count ?? '–'}</td>
      <td className={`${tones[result]} whole`}>
        {labelOf(result)}
        {code === null ? '' : ` (${code})`}
      </td>
      <td className="quiet whole">{ip}</td>
    </tr>
  );
}

/** Table of audit entries. */
export function AuditTable({ entries, label }: { entries: readonly Entry[] | undefined; label: string }) {
  return (
    <TableArea label={label}>
      <table>
        <thead>
          <tr>
            <ColumnHeads names={columns()} />
          </tr>
        </thead>
        <tbody>
          {entries?.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
          {entries?.length === 0 && (
            <tr>
              <td colSpan={columns().length}>{t`No calls`}</td>
            </tr>
          )}
        </tbody>
      </table>
    </TableArea>
  );
}

/** Calls of operators and refused callers, latest first. Reads are shown only on request. */
export function AuditTab() {
  const [filters, setFilters] = useState(allCalls);
  const { page, setPage } = usePageInAddress();
  const { showsReads, showReads } = useReads();
  const settled = useDebounced(filters);
  const filter = useMemo(() => auditFilterOf(settled, showsReads), [settled, showsReads]);
  const { value: found, error, refresh } = useAudit(filter, page);
  useExistingPage({ page, setPage, totalPages: found?.pageInfo.totalPages });
  return (
    <Card sx={{ minWidth: 0 }}>
      <FilterRow
        filters={filters}
        onChange={(next) => {
          setFilters(next);
          setPage(1);
        }}
      />
      <FormControlLabel
        control={<Switch checked={showsReads} onChange={(_event, shown) => showReads(shown)} />}
        label={t`Show reads`}
        sx={{ px: 2, mb: 1 }}
      />
      {error !== null && (
        <RetryAlert
          text={failureText(t`Failed to load the audit log`, error)}
          onRetry={refresh}
          sx={{ mx: 2, mb: 2 }}
        />
      )}
      <AuditTable entries={found?.items} label={t`Audit log`} />
      <Box sx={{ px: 2, pb: 2 }}>
        <Pages
          page={page}
          totalPages={found?.pageInfo.totalPages ?? 0}
          label={t`Pages of the audit log`}
          onChange={setPage}
        />
      </Box>
    </Card>
  );
}
