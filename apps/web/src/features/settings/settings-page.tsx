import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { shownOf } from '../../shared/apollo/shown.ts';
import { messageOf } from '../../shared/apollo/errors.ts';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { ErasePanel } from './erase-panel.tsx';
import { ExportPanel } from './export-panel.tsx';
import { LanguagePanel } from './language-panel.tsx';
import { NamePanel } from './name-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SessionPanel } from './session-panel.tsx';
import { SettingsScreenDocument, type SettingsScreenQuery } from './settings-page.generated.ts';
import { StudyPanel } from './study-panel.tsx';
import { ThemePanel } from './theme-panel.tsx';

const heights = [222, 388, 316, 171, 170, 338, 474, 300];

function Loading() {
  return (
    <Box aria-hidden sx={{ display: 'grid', gap: 3 }}>
      {heights.map((height) => (
        <Skeleton key={height} variant="rounded" height={height} sx={{ borderRadius: '16px' }} />
      ))}
    </Box>
  );
}

function Panels({ viewer }: { viewer: SettingsScreenQuery['viewer'] }) {
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <NamePanel username={viewer.username} />
      <StudyPanel settings={viewer.stats} />
      <SessionPanel />
      <LanguagePanel />
      <ThemePanel />
      <EmailPanel email={viewer.email} />
      <PasswordPanel email={viewer.email} />
      <DevicesPanel userId={viewer.id} sessions={viewer.sessions} />
      <ExportPanel />
      <ErasePanel userId={viewer.id} email={viewer.email} />
    </Box>
  );
}

/** By what a learner governs the own account and data. */
export function SettingsPage() {
  const result = useQuery(SettingsScreenDocument);
  const { loading, error, refetch, client } = result;
  const viewer = shownOf(result, () => client.readQuery({ query: SettingsScreenDocument }))?.viewer;
  return (
    <Page title={t`Settings`} lead={t`Your account, your study days, your data.`} width="reading">
      {!viewer && loading && <Loading />}
      {!viewer && !loading && (
        <FailedState
          title={t`Your settings could not be loaded`}
          text={messageOf(error, t`Your data is safe. Try again in a moment.`)}
          onRetry={() => void refetch()}
          next={{ to: '/dashboard', label: t`Go to the dashboard` }}
        />
      )}
      {viewer && <Panels viewer={viewer} />}
    </Page>
  );
}
