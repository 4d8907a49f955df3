import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { Link } from 'react-router-dom';
import { DeckTile } from '../../../shared/decks/deck-tile.tsx';
import { StudyLink } from '../../../shared/decks/study-link.tsx';
import { DeckGrid } from '../../../shared/ui/deck/deck-grid.tsx';
import { EmptyState } from '../../../shared/ui/states/empty-state.tsx';
import { FailedState } from '../../../shared/ui/states/failed-state.tsx';
import { Pages } from '../../../shared/ui/page/pages.tsx';
import type { StudyDecksPartsFragment } from './study-decks.generated.ts';

interface StudyDecksProps {
  /** Null when they could not be loaded. */
  decks: StudyDecksPartsFragment | null;
  onPage: (page: number) => void;
  onRetry: () => void;
}

export function StudyDecks({ decks, onPage, onRetry }: StudyDecksProps) {
  if (!decks)
    return (
      <FailedState
        title={t`Your decks could not be loaded`}
        text={t`Failed to load decks. Please try again later.`}
        onRetry={onRetry}
        next={{ to: '/mydecks', label: t`Go to My Decks` }}
      />
    );
  if (decks.pageInfo.totalItems === 0)
    return (
      <Card>
        <EmptyState
          title={t`No decks found`}
          text={t`A deck holds the questions you want to be able to answer.`}
          action={
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
              <Button component={Link} to="/mydecks" variant="contained">
                {t`Create Deck`}
              </Button>
              <Button component={Link} to="/welcome" variant="text">
                {t`Pick starter decks`}
              </Button>
            </Box>
          }
        />
      </Card>
    );
  return (
    <>
      <DeckGrid>
        {decks.items.map((deck) => (
          <DeckTile
            key={deck.id}
            deck={deck}
            withSubject
            actions={<StudyLink deck={deck} label={t`Study Now`} />}
          />
        ))}
      </DeckGrid>
      <Pages
        page={decks.pageInfo.page}
        totalPages={decks.pageInfo.totalPages}
        label={t`Pages of decks`}
        onChange={onPage}
      />
    </>
  );
}
