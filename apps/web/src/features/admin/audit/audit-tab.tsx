import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useCallback, useState } from 'react';
import { dateTimeLabel } from '../../../shared/lib/format.ts';
import { FormField, SelectField } from '../../../shared/ui/fields.tsx';
import { Pages } from '../../../shared/ui/page/pages.tsx';
import { AgainAlert } from '../again-alert.tsx';
import { allCalls, auditFilterOf, type AuditFilters } from './audit-filters.ts';
import { AdminAuditDocument, type AuditResult } from './audit-tab.generated.ts';
import { ColumnHeads } from '../column-heads.tsx';
import { failureText } from '../failures.ts';
import { FilterGrid } from '../filter-grid.tsx';
import { useOperator } from '../operator.tsx';
import { TableArea } from '../table-area.tsx';
import { useRefreshed } from '../use-refreshed.ts';
import { useSettled } from '../use-settled.ts';

const columns = () => [t`When`, t`Who`, t`What`, t`About`, t`Count`, t`Result`, t`Address`];
const refreshMs = 60_000;
const results = (): { value: AuditResult | ''; label: string }[] => [
  { value: '', label: t`All` },
  { value: 'STARTED', label: t`Started` },
  { value: 'OK', label: t`Done` },
  { value: 'FORBIDDEN', label: t`Refused` },
  { value: 'FAILED', label: t`Failed` },
];
const tones: Record<AuditResult, string> = { STARTED: '', OK: 'good', FORBIDDEN: 'due', FAILED: 'poor' };
const labelOf = (result: AuditResult) => results().find(({ value }) => value === result)?.label;

function useAudit(filters: AuditFilters, page: number) {
  const client = useApolloClient();
  const { context } = useOperator();
  const read = useCallback(async () => {
    const variables = { page, filter: auditFilterOf(filters) };
    const how = { query: AdminAuditDocument, variables, context, fetchPolicy: 'no-cache' } as const;
    return (await client.query(how)).data.adminAudit;
  }, [client, context, filters, page]);
  return useRefreshed(read, refreshMs);
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

/** Calls of operators and of those who would be, latest first. */
export function AuditTab() {
  const [filters, setFilters] = useState(allCalls);
  const [page, setPage] = useState(1);
  const { value: found, error, refresh } = useAudit(useSettled(filters), page);
  return (
    <Card sx={{ minWidth: 0 }}>
      <FilterRow
        filters={filters}
        onChange={(next) => {
          setFilters(next);
          setPage(1);
        }}
      />
      {error !== null && (
        <AgainAlert
          text={failureText(t`Failed to load the audit log`, error)}
          onAgain={refresh}
          sx={{ mx: 2, mb: 2 }}
        />
      )}
      <TableArea label={t`Audit log`}>
        <table>
          <thead>
            <tr>
              <ColumnHeads names={columns()} />
            </tr>
          </thead>
          <tbody>
            {found?.items.map(({ id, at, operator, action, target, count, result: ended, code, ip }) => (
              <tr key={id}>
                <td className="whole">{dateTimeLabel(at)}</td>
                <td>{operator}</td>
                <td className="strong whole">{action}</td>
                <td className="quiet wide">{target ?? '–'}</td>
                <td>{count ?? '–'}</td>
                <td className={`${tones[ended]} whole`}>
                  {labelOf(ended)}
                  {code === null ? '' : ` (${code})`}
                </td>
                <td className="quiet whole">{ip}</td>
              </tr>
            ))}
            {found?.items.length === 0 && (
              <tr>
                <td colSpan={columns().length}>{t`No calls`}</td>
              </tr>
            )}
          </tbody>
        </table>
      </TableArea>
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
