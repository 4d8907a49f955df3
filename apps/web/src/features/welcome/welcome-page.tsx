import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { messageOf } from '../../shared/apollo/errors.ts';
import { SeedCatalogDocument, WelcomeScreenDocument } from '../../shared/graphql/generated.ts';
import { useDelayed } from '../../shared/lib/use-delayed.ts';
import { CheckIcon } from '../../shared/ui/icons.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { useNotify } from '../../shared/ui/snackbars.tsx';
import { content } from '../../shared/ui/tokens.ts';
import {
  canStart,
  mostDecks,
  pickHint,
  shownAtFirst,
  subjectsOf,
  togglePick,
  toggleSubject,
  visibleStarters,
} from './selection.ts';
import { StarterCard, type StarterDeck } from './starter-card.tsx';

const failedText = 'Failed to create starter decks. Please try again.';
const fiveSeconds = 5000;

interface SubjectChipsProps {
  all: readonly string[];
  chosen: readonly string[];
  onToggle: (subject: string) => void;
}

function SubjectChips({ all, chosen, onToggle }: SubjectChipsProps) {
  return (
    <Box
      role="group"
      aria-label="Subjects"
      sx={{
        display: 'flex',
        gap: 1,
        flexWrap: { xs: 'nowrap', sm: 'wrap' },
        overflowX: 'auto',
        mx: { xs: -2, sm: 0 },
        px: { xs: 2, sm: 0.5 },
        py: 0.5,
        mb: 2.5,
      }}
    >
      {all.map((subject) => {
        const on = chosen.includes(subject);
        return (
          <ButtonBase
            key={subject}
            aria-pressed={on}
            onClick={() => onToggle(subject)}
            sx={{
              flexShrink: 0,
              gap: 1,
              height: 44,
              px: 2,
              borderRadius: '999px',
              font: 'inherit',
              fontWeight: 600,
              fontSize: '0.9375rem',
              border: '1px solid',
              borderColor: on ? 'transparent' : 'meaning.control',
              bgcolor: on ? 'rgb(66 85 255 / 0.26)' : 'transparent',
              color: on ? 'text.primary' : 'text.secondary',
            }}
          >
            <Box component="span" sx={{ display: 'inline-flex', width: 18, color: 'meaning.link' }}>
              {on && <CheckIcon size={18} />}
            </Box>
            {subject}
          </ButtonBase>
        );
      })}
    </Box>
  );
}

interface StartBarProps {
  picked: readonly string[];
  busy: boolean;
  onStart: () => void;
}

function StartBar({ picked, busy, onStart }: StartBarProps) {
  return (
    <Box
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 1100,
        bgcolor: 'surface.nav',
        borderTop: '1px solid',
        borderColor: 'divider',
        pb: 'env(safe-area-inset-bottom)',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          height: 80,
          maxWidth: content.page + 64,
          mx: 'auto',
          px: { xs: 2, sm: 3, md: 4 },
        }}
      >
        <Box role="status">
          <Typography sx={{ fontWeight: 600 }}>
            Selected {picked.length}/{mostDecks}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {pickHint(picked)}
          </Typography>
        </Box>
        <Button variant="contained" size="large" disabled={!canStart(picked) || busy} onClick={onStart}>
          {busy ? 'Setting up…' : 'Start learning'}
        </Button>
      </Box>
    </Box>
  );
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(3, minmax(0, 1fr))',
  },
};

function StarterSkeletons() {
  return (
    <Box sx={grid} aria-hidden>
      {Array.from({ length: shownAtFirst }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={156} sx={{ borderRadius: '16px' }} />
      ))}
    </Box>
  );
}

function useSeeding() {
  const navigate = useNavigate();
  const notify = useNotify();
  const [seed, { loading, client }] = useMutation(SeedCatalogDocument);

  const start = async (catalogIds: readonly string[]) => {
    try {
      const { data } = await seed({ variables: { input: { catalogIds: [...catalogIds] } } });
      const { decks, errors } = data.seedCatalog;
      if (decks.length === 0) return notify(failedText, 'error', fiveSeconds);
      if (errors.length > 0) {
        const ids = errors.map(({ catalogId }) => catalogId).join(', ');
        notify(`Some decks failed: ${ids}`, 'warning', fiveSeconds);
      }
      client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'viewer' });
      await navigate('/dashboard');
    } catch (error) {
      notify(messageOf(error, failedText), 'error', fiveSeconds);
    }
  };
  return { start, busy: loading };
}

interface CatalogProps {
  starters: readonly StarterDeck[];
  picked: readonly string[];
  onToggle: (id: string) => void;
}

function Catalog({ starters, picked, onToggle }: CatalogProps) {
  const all = subjectsOf(starters);
  const [subjects, setSubjects] = useState<readonly string[]>(all);
  const [expanded, setExpanded] = useState(false);
  const visible = visibleStarters(starters, subjects);
  const shown = expanded ? visible : visible.slice(0, shownAtFirst);
  return (
    <>
      <SubjectChips
        all={all}
        chosen={subjects}
        onToggle={(subject) => setSubjects((before) => toggleSubject(before, subject))}
      />
      <Box role="group" aria-label="Starter decks" sx={grid}>
        {shown.map((starter) => (
          <StarterCard
            key={starter.id}
            starter={starter}
            picked={picked.includes(starter.id)}
            dimmed={picked.length === mostDecks && !picked.includes(starter.id)}
            onToggle={() => onToggle(starter.id)}
          />
        ))}
      </Box>
      {visible.length > shownAtFirst && (
        <Button variant="text" aria-expanded={expanded} onClick={() => setExpanded(!expanded)} sx={{ mt: 2 }}>
          {expanded ? 'Show Less' : 'Show All Catalogs'}
        </Button>
      )}
    </>
  );
}

/** The first visit: two or three starter decks, then straight to the dashboard. */
export function WelcomePage() {
  const { data, loading, error, refetch } = useQuery(WelcomeScreenDocument, { fetchPolicy: 'network-only' });
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [started, setStarted] = useState(false);
  const { start, busy } = useSeeding();
  const late = useDelayed(loading && !data);
  const owned = data?.viewer.decks?.pageInfo.totalItems ?? 0;
  if (owned > 0 && !started) return <Navigate to="/dashboard" replace />;

  const onStart = () => {
    setStarted(true);
    void start(picked);
  };
  return (
    <Page
      title="Get started with learning in 2 minutes"
      documentTitle="Welcome"
      lead="Pick 2 to 3 starter decks. You can change or delete them at any time."
    >
      <Box sx={{ pb: 12 }}>
        {data?.catalog && data.catalog.length > 0 && (
          <Catalog
            starters={data.catalog}
            picked={picked}
            onToggle={(id) => setPicked((before) => togglePick(before, id))}
          />
        )}
        {late && <StarterSkeletons />}
        {!loading && (!data?.catalog || data.catalog.length === 0) && (
          <Alert
            severity={error ? 'error' : 'info'}
            action={
              <Button variant="text" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            The starter decks could not be loaded. Try again, or make a deck of your own on My Decks.
          </Alert>
        )}
      </Box>
      <StartBar picked={picked} busy={busy} onStart={onStart} />
    </Page>
  );
}
