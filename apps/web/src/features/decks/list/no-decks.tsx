import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../shared/ui/states/empty-state.tsx';

/** My Decks before the first deck. */
export function NoDecks({ onCreate }: { onCreate: () => void }) {
  return (
    <Card>
      <EmptyState
        title={t`Start Your Learning Journey`}
        text={t`A deck holds the questions you want to be able to answer. Five cards are enough to begin.`}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
            <Button variant="contained" size="large" onClick={onCreate}>
              {t`Create Your First Deck`}
            </Button>
            <Button component={Link} to="/welcome" variant="outlined" size="large">
              {t`Pick starter decks`}
            </Button>
            <Button component={Link} to="/mydecks?several=new" variant="text" size="large">
              {t`Paste a list`}
            </Button>
            <Button component={Link} to="/mydecks?ai=new" variant="text" size="large">
              {t`Make cards from a text with AI`}
            </Button>
          </Box>
        }
      />
    </Card>
  );
}

/** Shown when the learner has decks, but none matches the filters. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={t`No deck matches`}
      text={t`Change the search or the filters.`}
      action={
        <Button variant="outlined" onClick={onClear}>
          {t`Clear filters`}
        </Button>
      }
    />
  );
}
