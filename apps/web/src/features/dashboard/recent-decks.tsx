import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { DeckTile } from '../../shared/decks/deck-tile.tsx';
import { StudyLink } from '../../shared/decks/study-link.tsx';
import { useNow } from '../../shared/hooks/use-now.ts';
import { lastStudiedLabel } from '../../shared/study/study-day.ts';
import { useStudyClock } from '../../shared/study/use-study-clock.ts';
import { DeckGrid } from '../../shared/ui/deck/deck-grid.tsx';
import { EmptyState } from '../../shared/ui/states/empty-state.tsx';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { PlusIcon } from '../../shared/ui/icons.tsx';
import type { RecentDecksPartsFragment } from './recent-decks.generated.ts';

const recentDecks = 4;

/** Placeholder for the next deck. */
function NewDeckTile() {
  return (
    <ButtonBase
      component={Link}
      to="/mydecks"
      sx={{
        minHeight: { xs: 88, sm: 200 },
        gap: 1,
        borderRadius: '16px',
        border: '1px dashed',
        borderColor: 'meaning.control',
        color: 'text.secondary',
        font: 'inherit',
        fontWeight: 600,
        '&:hover': { bgcolor: 'background.paper', color: 'text.primary' },
      }}
    >
      <PlusIcon size={20} />
      {t`New deck`}
    </ButtonBase>
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
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          mb: 2,
          minHeight: 44,
        }}
      >
        <Typography id="recent-decks" variant="h2">
          {t`Recent Decks`}
        </Typography>
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
        <DeckGrid columns={4}>
          {decks.items.slice(0, recentDecks).map((deck) => (
            <DeckTile
              key={deck.id}
              deck={deck}
              compact
              studied={lastStudiedLabel(deck.lastStudied, now, clock)}
              actions={<StudyLink deck={deck} label={t`Start Studying`} />}
            />
          ))}
          {decks.items.length < recentDecks && <NewDeckTile />}
        </DeckGrid>
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
