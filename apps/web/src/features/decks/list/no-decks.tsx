import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { EmptyState } from '../../../shared/ui/states/empty-state.tsx';

/** My Decks before the first deck. */
export function NoDecks({ onCreate }: { onCreate: () => void }) {
  return (
    <Card>
      <EmptyState
        title={t`Start Your Learning Journey`}
        text={t`A deck holds the questions you want to be able to answer. Five cards are enough to begin.`}
        action={
          <Button variant="contained" size="large" onClick={onCreate}>
            {t`Create Your First Deck`}
          </Button>
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
