import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Suspense, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyNamed } from '../../shared/browser/lazy-named.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { KeyPanel } from './key-panel.tsx';
import { OperatorProvider, useOperator } from './operator.tsx';
import { scrollHint } from '../../shared/theme/scroll-hint.ts';
import { OverviewTab } from './overview/overview-tab.tsx';

const DemoTab = lazyNamed(() => import('./demo/demo-tab.tsx'), 'DemoTab');
const Users = lazyNamed(() => import('./users/users.tsx'), 'Users');
const MoneyTab = lazyNamed(() => import('./money/money-tab.tsx'), 'MoneyTab');
const EventsTab = lazyNamed(() => import('./events/events-tab.tsx'), 'EventsTab');
const AuditTab = lazyNamed(() => import('./audit/audit-tab.tsx'), 'AuditTab');

const tabs = (): { name: string; label: string; content: ReactNode }[] => [
  { name: 'overview', label: t`Overview`, content: <OverviewTab /> },
  { name: 'demo', label: t`Create Demo Users`, content: <DemoTab /> },
  { name: 'users', label: t`Users`, content: <Users /> },
  { name: 'money', label: t`Money`, content: <MoneyTab /> },
  { name: 'events', label: t`Events`, content: <EventsTab /> },
  { name: 'audit', label: t`Audit log`, content: <AuditTab /> },
];

/** Returns the open tab, which is in the address; the first one for an absent or invalid value. */
function useTab() {
  const [params, setParams] = useSearchParams();
  const requested = tabs().findIndex(({ name }) => name === params.get('tab'));
  const open = (index: number) => setParams({ tab: tabs()[index]?.name ?? '' }, { replace: true });
  return { index: Math.max(0, requested), open };
}

function Dashboard() {
  const { isAllowed } = useOperator();
  const { index, open } = useTab();
  if (!isAllowed) return <KeyPanel />;
  return (
    <>
      <Tabs
        value={index}
        onChange={(_event, chosen: number) => open(chosen)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t`Admin`}
        slotProps={{ indicator: { sx: { bgcolor: 'meaning.link' } } }}
        sx={{
          mb: 3,
          borderBottom: '1px solid',
          borderColor: 'divider',
          '& .MuiTabs-scroller': scrollHint('var(--k-palette-background-default)'),
        }}
      >
        {tabs().map(({ name, label }) => (
          <Tab key={name} label={label} id={`tab-${name}`} aria-controls="admin-tab" />
        ))}
      </Tabs>
      <Box role="tabpanel" id="admin-tab" aria-labelledby={`tab-${tabs()[index]?.name}`}>
        <Suspense>{tabs()[index]?.content}</Suspense>
      </Box>
    </>
  );
}

/** The operators' screen. */
export function AdminPage() {
  return (
    <Page title={t`Admin Dashboard`} documentTitle={t`Admin`}>
      <OperatorProvider>
        <Dashboard />
      </OperatorProvider>
    </Page>
  );
}
