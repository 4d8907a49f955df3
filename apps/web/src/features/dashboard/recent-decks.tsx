import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { countsOf } from '../../shared/decks/deck-memory.ts';
import { StudyLink } from '../../shared/decks/study-link.tsx';
import { useNow } from '../../shared/hooks/use-now.ts';
import { lastStudiedLabel } from '../../shared/study/study-day.ts';
import { useStudyClock } from '../../shared/study/use-study-clock.ts';
import { ownText } from '../../shared/format/own-text.ts';
import { MemoryEdge } from '../../shared/ui/card/memory-edge.tsx';
import { MasteryText } from '../../shared/ui/deck/deck-card.tsx';
import { SubjectMark } from '../../shared/ui/deck/subject-mark.tsx';
import { EmptyState } from '../../shared/ui/states/empty-state.tsx';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { PlusIcon } from '../../shared/ui/icons.tsx';
import type { RecentDecksPartsFragment } from './recent-decks.generated.ts';

const recentDecks = 4;

type Deck = RecentDecksPartsFragment['items'][number];

const row = {
  display: 'grid',
  alignItems: 'center',
  columnGap: { xs: 1.5, sm: 2 },
  py: 1,
  px: { xs: 1.5, sm: 2 },
  gridTemplateColumns: { xs: 'auto minmax(0, 1fr) auto', md: 'auto minmax(0, 2fr) minmax(0, 1fr) auto' },
  gridTemplateAreas: {
    xs: '"mark title title" "mark facts act"',
    sm: '"mark title act" "mark facts act"',
    md: '"mark title edge act" "mark facts edge act"',
  },
  '&:not(:first-of-type)': { borderTop: '1px solid', borderColor: 'divider' },
};

function DeckTexts({ title, description }: Pick<Deck, 'title' | 'description'>) {
  const text = description.trim();
  return (
    <Box sx={{ gridArea: 'title', minWidth: 0 }}>
      <Typography variant="h4" component="h3" noWrap {...ownText}>
        {title}
      </Typography>
      <Typography variant="body2" noWrap {...(text && ownText)} sx={{ color: 'text.secondary' }}>
        {text || t`No description available.`}
      </Typography>
    </Box>
  );
}

function DeckFacts({ deck: { mastery, progress }, studied }: { deck: Deck; studied: string }) {
  return (
    <Box
      sx={{
        gridArea: 'facts',
        minWidth: 0,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.5,
        '& > p': { whiteSpace: 'normal' },
      }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`Last studied: ${studied}`}
      </Typography>
      {mastery !== null && <MasteryText mastery={mastery} />}
      {progress === null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t`Progress not available`}
        </Typography>
      )}
    </Box>
  );
}

/** A deck in one row. A narrow screen leaves out its side. */
function DeckLine({ deck, studied }: { deck: Deck; studied: string }) {
  const counts = countsOf(deck);
  return (
    <Box component="article" aria-label={deck.title} sx={row}>
      <Box sx={{ gridArea: 'mark' }}>
        <SubjectMark subject={deck.subject} />
      </Box>
      <DeckTexts {...deck} />
      <DeckFacts deck={deck} studied={studied} />
      <Box sx={{ gridArea: 'edge', display: { xs: 'none', md: 'block' }, minWidth: 0 }}>
        {deck.progress && counts.total > 0 && (
          <MemoryEdge ticks={deck.progress.memory} counts={counts} height={28} />
        )}
      </Box>
      <Box
        sx={{ gridArea: 'act', '& > .MuiButton-root': { px: { xs: 1.25, sm: 2.5 }, fontSize: '0.875rem' } }}
      >
        <StudyLink deck={deck} label={t`Start Studying`} />
      </Box>
    </Box>
  );
}

interface RecentDecksProps {
  /** Null when they could not be loaded. */
  decks: RecentDecksPartsFragment | null;
  onRetry: () => void;
}

export function RecentDecks({ decks, onRetry }: RecentDecksProps) {
  const now = useNow();
  const clock = useStudyClock();
  return (
    <Box component="section" aria-labelledby="recent-decks">
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          columnGap: 2,
          mb: 1,
          minHeight: 44,
        }}
      >
        <Typography id="recent-decks" variant="h2">
          {t`Recent Decks`}
        </Typography>
        {decks && decks.pageInfo.totalItems <= recentDecks && (
          <Button
            component={Link}
            to="/mydecks?add=new"
            variant="text"
            startIcon={<PlusIcon />}
            sx={{ mr: -1.75 }}
          >
            {t`New deck`}
          </Button>
        )}
        {decks && decks.pageInfo.totalItems > recentDecks && (
          <Button component={Link} to="/mydecks" variant="text" sx={{ mr: -1.75 }}>
            {t`View All Decks`}
          </Button>
        )}
      </Box>
      {!decks && (
        <Card>
          <FailedState
            title={t`Your decks could not be loaded`}
            text={t`They are safe. The server could not be reached.`}
            onRetry={onRetry}
            next={{ to: '/mydecks', label: t`Go to My Decks` }}
          />
        </Card>
      )}
      {decks && (
        <Card>
          {decks.items.slice(0, recentDecks).map((deck) => (
            <DeckLine key={deck.id} deck={deck} studied={lastStudiedLabel(deck.lastStudied, now, clock)} />
          ))}
        </Card>
      )}
    </Box>
  );
}

export function NoDecks() {
  return (
    <Card>
      <EmptyState
        title={t`No decks yet`}
        text={t`Create a deck, or pick a starter deck.`}
        action={
          <Button component={Link} to="/mydecks" variant="contained" size="large">
            {t`Create Deck`}
          </Button>
        }
      />
    </Card>
  );
}
