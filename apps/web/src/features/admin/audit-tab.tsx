import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useCallback, useState } from 'react';
import { dateTimeLabel } from '../../shared/lib/format.ts';
import { SelectField } from '../../shared/ui/fields.tsx';
import { Pages } from '../../shared/ui/pages.tsx';
import { AgainAlert } from './again-alert.tsx';
import { AdminAuditDocument, type AuditResult } from './audit-tab.generated.ts';
import { ColumnHeads } from './column-heads.tsx';
import { failureText } from './failures.ts';
import { useOperator } from './operator.tsx';
import { TableArea } from './table-area.tsx';
import { useRefreshed } from './use-refreshed.ts';

const columns = ['When', 'Who', 'What', 'About', 'Count', 'Result', 'Address'];
const refreshMs = 60_000;
const results: { value: AuditResult | ''; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'OK', label: 'Done' },
  { value: 'FORBIDDEN', label: 'Refused' },
  { value: 'FAILED', label: 'Failed' },
];
const tones: Record<AuditResult, string> = { OK: 'good', FORBIDDEN: 'due', FAILED: 'poor' };
const labelOf = (result: AuditResult) => results.find(({ value }) => value === result)?.label;

function useAudit(result: AuditResult | '', page: number) {
  const client = useApolloClient();
  const { context } = useOperator();
  const read = useCallback(async () => {
    const variables = { page, filter: result === '' ? null : { result } };
    const how = { query: AdminAuditDocument, variables, context, fetchPolicy: 'no-cache' } as const;
    return (await client.query(how)).data.adminAudit;
  }, [client, context, result, page]);
  return useRefreshed(read, refreshMs);
}

/** Calls of operators and of those who would be, latest first. */
export function AuditTab() {
  const [result, setResult] = useState<AuditResult | ''>('');
  const [page, setPage] = useState(1);
  const { value: found, error, refresh } = useAudit(result, page);
  return (
    <Card sx={{ minWidth: 0 }}>
      <Box sx={{ p: 2, maxWidth: 240, '& .MuiFormControl-root': { mb: 0 } }}>
        <SelectField
          label="Result"
          size="small"
          value={result}
          choices={results}
          onChange={(event) => {
            setResult(results.find(({ value }) => value === event.target.value)?.value ?? '');
            setPage(1);
          }}
        />
      </Box>
      {error !== null && (
        <AgainAlert
          text={failureText('Failed to load the audit log', error)}
          onAgain={refresh}
          sx={{ mx: 2, mb: 2 }}
        />
      )}
      <TableArea label="Audit log">
        <table>
          <thead>
            <tr>
              <ColumnHeads names={columns} />
            </tr>
          </thead>
          <tbody>
            {found?.items.map(({ id, at, operator, action, target, count, result: ended, code, ip }) => (
              <tr key={id}>
                <td>{dateTimeLabel(at)}</td>
                <td>{operator}</td>
                <td className="strong">{action}</td>
                <td className="quiet">{target ?? '–'}</td>
                <td>{count ?? '–'}</td>
                <td className={tones[ended]}>
                  {labelOf(ended)}
                  {code === null ? '' : ` (${code})`}
                </td>
                <td className="quiet">{ip}</td>
              </tr>
            ))}
            {found?.items.length === 0 && (
              <tr>
                <td colSpan={columns.length}>No calls</td>
              </tr>
            )}
          </tbody>
        </table>
      </TableArea>
      <Box sx={{ px: 2, pb: 2 }}>
        <Pages
          page={page}
          totalPages={found?.pageInfo.totalPages ?? 0}
          label="Pages of the audit log"
          onChange={setPage}
        />
      </Box>
    </Card>
  );
}
