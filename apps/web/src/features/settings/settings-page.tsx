import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense, type ReactNode } from 'react';
import { dataOrCached } from '../../shared/apollo/shown.ts';
import { lazyNamed } from '../../shared/browser/lazy-named.tsx';
import { messageOf } from '../../shared/apollo/errors.ts';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { content } from '../../shared/theme/tokens.ts';
import { AbsencePanel } from './absence/absence-panel.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { ErasePanel } from './erase-panel.tsx';
import { ExamPanel } from './exam/exam-panel.tsx';
import { ExportPanel } from './export-panel.tsx';
import { LanguagePanel } from './language-panel.tsx';
import { NamePanel } from './name-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ChangesPanel } from './schedule/changes-panel.tsx';
import { SchedulePanel } from './schedule/schedule-panel.tsx';
import { SessionPanel } from './session-panel.tsx';
import { SettingsIndex, settingsGroups, useNamedSection, type Section } from './settings-index.tsx';
import { SettingsScreenDocument, type SettingsScreenQuery } from './settings-page.generated.ts';
import { StoragePanel } from './storage-panel.tsx';
import { StudyPanel } from './study-panel.tsx';
import { ThemePanel } from './theme-panel.tsx';

const RemindersPanel = lazyNamed(() => import('./reminders/reminders-panel.tsx'), 'RemindersPanel');

const heights = [222, 388, 760, 316, 171, 170, 338, 474, 300];

function Loading() {
  return (
    <Box aria-hidden sx={{ display: 'grid', gap: 3 }}>
      {heights.map((height) => (
        <Skeleton key={height} variant="rounded" height={height} sx={{ borderRadius: '16px' }} />
      ))}
    </Box>
  );
}

const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' };

function Panels({ viewer }: { viewer: SettingsScreenQuery['viewer'] }) {
  const sections: Record<Section, ReactNode> = {
    name: <NamePanel username={viewer.username} />,
    study: <StudyPanel settings={viewer.stats} />,
    schedule: <SchedulePanel />,
    away: <AbsencePanel />,
    exam: <ExamPanel />,
    changes: <ChangesPanel />,
    reminders: (
      <Suspense fallback={<Skeleton variant="rounded" height={170} sx={{ borderRadius: '16px' }} />}>
        <RemindersPanel />
      </Suspense>
    ),
    session: <SessionPanel />,
    language: <LanguagePanel />,
    appearance: <ThemePanel />,
    email: <EmailPanel email={viewer.email} />,
    password: <PasswordPanel email={viewer.email} />,
    devices: <DevicesPanel userId={viewer.id} sessions={viewer.sessions} />,
    storage: <StoragePanel />,
    data: <ExportPanel />,
    erase: <ErasePanel userId={viewer.id} email={viewer.email} />,
  };
  return (
    <Box sx={{ ...column, gap: 4 }}>
      {settingsGroups().map((group) => (
        <Box key={group.title} role="group" aria-label={group.title} sx={{ ...column, gap: 1 }}>
          <Typography aria-hidden sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
            {group.title}
          </Typography>
          {group.sections.map(([section]) => (
            <Box key={section} id={section} tabIndex={-1} sx={{ borderRadius: '16px' }}>
              {sections[section]}
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** Settings of the learner's account and data. */
export function SettingsPage() {
  const result = useQuery(SettingsScreenDocument);
  const { loading, error, refetch, client } = result;
  const viewer = dataOrCached(result, () => client.readQuery({ query: SettingsScreenDocument }))?.viewer;
  useNamedSection(viewer !== undefined);
  return (
    <Page
      title={t`Settings`}
      lead={t`Your account, your study days, your data. What you change is saved at once.`}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `200px minmax(0, ${content.reading}px)` },
          justifyContent: { md: 'center' },
          alignItems: 'start',
          gap: { xs: 3, md: 5 },
        }}
      >
        <SettingsIndex />
        <Box sx={{ minWidth: 0 }}>
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
        </Box>
      </Box>
    </Page>
  );
}
