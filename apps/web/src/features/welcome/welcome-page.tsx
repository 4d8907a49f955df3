import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useDelayed } from '../../shared/hooks/use-delayed.ts';
import { useRedirect } from '../../shared/hooks/use-redirect.ts';
import { messageOf } from '../../shared/apollo/errors.ts';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { AiTeaser } from './ai-teaser.tsx';
import { togglePick } from './selection.ts';
import { StartBar } from './start-bar.tsx';
import { StarterCatalog, StarterSkeletons } from './starter-catalog.tsx';
import { useSeeding } from './use-seeding.ts';
import { WelcomeScreenDocument } from './welcome-page.generated.ts';

/** The first visit: two or three starter decks, then straight to the dashboard. */
export function WelcomePage() {
  const { data, loading, error, refetch } = useQuery(WelcomeScreenDocument, { fetchPolicy: 'network-only' });
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [started, setStarted] = useState(false);
  const { start, busy } = useSeeding();
  const late = useDelayed(loading && !data);
  const owned = data?.viewer.decks?.pageInfo.totalItems ?? 0;
  const hasDecks = owned > 0 && !started;
  useRedirect(hasDecks ? '/dashboard' : null);
  if (hasDecks) return null;

  const onStart = () => {
    setStarted(true);
    void start(picked);
  };
  return (
    <Page
      title={t`Get started with learning in 2 minutes`}
      documentTitle={t`Welcome`}
      lead={t`Pick 2 to 3 starter decks. You can change or delete them at any time.`}
    >
      <Box sx={{ pb: '6rem' }}>
        <AiTeaser />
        {data?.catalog && data.catalog.length > 0 && (
          <StarterCatalog
            starters={data.catalog}
            picked={picked}
            onToggle={(id) => setPicked((before) => togglePick(before, id))}
          />
        )}
        {late && <StarterSkeletons />}
        {!loading && (!data?.catalog || data.catalog.length === 0) && (
          <FailedState
            title={t`The starter decks could not be loaded`}
            text={messageOf(error, t`You can also begin with a deck of your own.`)}
            onRetry={() => void refetch()}
            next={{ to: '/mydecks', label: t`Make my own deck` }}
          />
        )}
      </Box>
      <StartBar picked={picked} busy={busy} onStart={onStart} />
    </Page>
  );
}
