import { plural, t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useCallback, useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useExistingPage } from '../../../shared/hooks/use-page-in-address.ts';
import { FormField, SelectField } from '../../../shared/ui/fields.tsx';
import { Pages } from '../../../shared/ui/page/pages.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { DeletionControls } from '../deletion/deletion-controls.tsx';
import { failureText } from '../failures.ts';
import { FilterGrid } from '../filter-grid.tsx';
import { useOperator } from '../operator.tsx';
import { usePolled } from '../use-polled.ts';
import { useDebounced } from '../use-debounced.ts';
import { filterOf, filtersIn, pageSizes, userTypes, type UserFilters } from './user-filters.ts';
import { AdminUsersDocument, type AdminUsersQuery } from './users-tab.generated.ts';
import { UsersTable } from './users-table.tsx';
import { numberLabel } from '../../../shared/format/format.ts';

const refreshMs = 60_000;
interface FilterRowProps {
  filters: UserFilters;
  onChange: (filters: UserFilters) => void;
  onRefresh: () => void;
}

function FilterRow({ filters, onChange, onRefresh }: FilterRowProps) {
  const sizes = pageSizes.map((size) => ({ value: String(size), label: String(size) }));
  const isType = (value: string) => userTypes().find((each) => each.value === value)?.value ?? 'all';
  return (
    <FilterGrid columns="200px 200px minmax(0, 1fr) 110px auto">
      <SelectField
        label={t`Type`}
        size="small"
        value={filters.type}
        choices={userTypes()}
        onChange={(event) => onChange({ ...filters, type: isType(event.target.value) })}
      />
      <FormField
        label={t`Active within (mins)`}
        size="small"
        value={filters.activeWithin}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        onChange={(event) => onChange({ ...filters, activeWithin: event.target.value })}
      />
      <FormField
        label={t`Search (email or username)`}
        size="small"
        type="search"
        value={filters.search}
        sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}
        onChange={(event) => onChange({ ...filters, search: event.target.value })}
      />
      <SelectField
        label={t`Per page`}
        size="small"
        value={String(filters.perPage)}
        choices={sizes}
        onChange={(event) => onChange({ ...filters, perPage: Number(event.target.value) })}
      />
      <Button variant="outlined" onClick={onRefresh}>
        {t`Refresh`}
      </Button>
    </FilterGrid>
  );
}

const reachedOf = () => ({
  VERIFIED: t`They verified their address.`,
  STUDIED: t`They answered a card.`,
  RETURNED: t`They came back after 7 days.`,
});

/** Says that only new users are listed, which the fields above do not show. */
const NewUsersNote = ({ filters, onAll }: { filters: UserFilters; onAll: () => void }) => (
  <Alert
    severity="info"
    role="note"
    action={<Button size="small" onClick={onAll}>{t`All users`}</Button>}
    sx={{ mx: 2, mb: 2 }}
  >
    {t`Only users who signed up in the last ${plural(filters.within, { one: '# day', other: '# days' })}, without demo users.`}{' '}
    {filters.step && reachedOf()[filters.step]}
  </Alert>
);

const withToggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  chosen.has(id) ? new Set([...chosen].filter((each) => each !== id)) : new Set([...chosen, id]);

/** A page of users by filters, read again every minute. */
function useUsers(filters: UserFilters, page: number) {
  const client = useApolloClient();
  const { context } = useOperator();
  const { perPage } = filters;
  const read = useCallback(async () => {
    const variables = { filter: filterOf(filters), limit: perPage, offset: (page - 1) * perPage };
    const how = { query: AdminUsersDocument, variables, context, fetchPolicy: 'no-cache' } as const;
    return (await client.query(how)).data.adminUsers;
  }, [client, context, filters, perPage, page]);
  return usePolled<AdminUsersQuery['adminUsers']>(read, refreshMs);
}

const nothing: AdminUsersQuery['adminUsers']['items'] = [];

export function UsersTab() {
  const [params] = useSearchParams();
  const [filters, setFilters] = useState(() => filtersIn(params));
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const settled = useDebounced(filters);
  const { value, readAt, error, refresh } = useUsers(settled, page);
  const shown = useDeferredValue(value);
  const users = shown?.items ?? nothing;
  const total = shown?.total ?? 0;
  // The controls under the rows appear with the first rows and stay mounted; otherwise rows would push them down, and a
  // deletion would be lost.
  const [isBegun, setBegun] = useState(false);
  if (shown && !isBegun) setBegun(true);

  useExistingPage({ page, setPage, totalPages: shown ? Math.ceil(total / settled.perPage) : undefined });

  const show = (next: number) => {
    setChosen(new Set());
    setPage(next);
  };
  const filter = (next: UserFilters) => {
    setFilters(next);
    show(1);
  };
  const onToggle = useCallback((id: string) => setChosen((before) => withToggled(before, id)), []);
  // Only visible rows count: the rows of another filter may have replaced chosen ones.
  const chosenIds = users.map(({ id }) => id).filter((id) => chosen.has(id));
  const isAll = users.length > 0 && chosenIds.length === users.length;
  const onToggleAll = () => setChosen(new Set(isAll ? [] : users.map(({ id }) => id)));

  return (
    <Card sx={{ minWidth: 0 }}>
      <FilterRow filters={filters} onChange={filter} onRefresh={() => void refresh()} />
      {filters.within > 0 && (
        <NewUsersNote filters={filters} onAll={() => filter({ ...filters, within: 0, step: null })} />
      )}
      {error !== null && (
        <RetryAlert
          text={failureText(t`Failed to load users`, error)}
          onRetry={refresh}
          sx={{ mx: 2, mb: 2 }}
        />
      )}
      <UsersTable
        users={users}
        isLoaded={shown !== null}
        chosen={chosen}
        now={readAt ?? 0}
        onToggle={onToggle}
        onToggleAll={onToggleAll}
      />
      {!isBegun && error === null && (
        <Typography key="loading" variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', p: 2 }}>
          {t`Loading…`}
        </Typography>
      )}
      {isBegun && (
        <>
          <DeletionControls
            userIds={chosenIds}
            onDeleted={() => {
              setChosen(new Set());
              void refresh();
            }}
          />
          <Box sx={{ px: 2, pb: 2 }}>
            <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', pt: 2 }}>
              {shown ? t`${numberLabel(total)} in all` : error === null && t`Loading…`}
            </Typography>
            <Pages
              page={page}
              totalPages={Math.ceil(total / settled.perPage)}
              label={t`Pages of users`}
              onChange={show}
            />
          </Box>
        </>
      )}
    </Card>
  );
}
