import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { EmptyState } from '../../../shared/ui/states/empty-state.tsx';
import { FilterChoice } from '../../../shared/ui/filter-choice.tsx';
import { RowsIcon, TilesIcon } from '../../../shared/ui/icons.tsx';
import { SearchField } from '../../../shared/ui/search-field.tsx';
import { ViewButton } from '../../../shared/ui/view-button.tsx';
import type { CardsView } from './use-cards-view.ts';
import type { CardMark } from './use-cards-variables.ts';

interface FindCardsProps {
  find: string;
  marked: CardMark | null;
  /** A short deck needs no search. */
  isShort: boolean;
  /** Number of matching cards; undefined while the search runs. */
  found: number | undefined;
  /** Returns false where it does not search. */
  onFind: (text: string) => boolean;
  onMark: (marked: CardMark | null) => void;
  view: CardsView;
  onView: (view: CardsView) => void;
}

const markChoices = () =>
  [
    ['', t`All cards`],
    ['FLAGGED', t`Flagged`],
    ['SUSPENDED', t`Suspended`],
  ] as const;

/** Finds cards by a part of their question or answer, and by a mark, and chooses how they are shown. */
export function FindCards({ find, marked, isShort, found, onFind, onMark, view, onView }: FindCardsProps) {
  const isFiltered = find !== '' || marked !== null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 1, sm: 1.5 }, mb: 1.5 }}>
      {!isShort && (
        <>
          <Box sx={{ display: 'flex', flex: { xs: '1 1 130px', sm: '0 1 340px' }, minWidth: 0 }}>
            <SearchField label={t`Find in this deck`} value={find} onChange={onFind} />
          </Box>
          <FilterChoice
            label={t`Show`}
            value={marked ?? ''}
            choices={markChoices()}
            onChange={(value) => onMark(value === 'FLAGGED' || value === 'SUSPENDED' ? value : null)}
          />
        </>
      )}
      <ViewButton
        label={view === 'list' ? t`Show as cards` : t`Show as list`}
        icon={view === 'list' ? <TilesIcon /> : <RowsIcon />}
        onClick={() => onView(view === 'list' ? 'cards' : 'list')}
      />
      <Typography role="status" variant="body2" noWrap sx={{ color: 'text.secondary', flexShrink: 0 }}>
        {isFiltered && found !== undefined && t`${plural(found, { one: '# card', other: '# cards' })} found`}
      </Typography>
    </Box>
  );
}

/** Shown when the deck has cards, but no card matches. */
export function NoCardFound({ marked, onClear }: { marked: CardMark | null; onClear: () => void }) {
  return (
    <EmptyState
      title={t`No card matches`}
      text={
        marked
          ? t`No card of this deck has this mark and this text.`
          : t`Look for a shorter part of the question or the answer.`
      }
      action={
        <Button variant="outlined" onClick={onClear}>
          {marked ? t`Show all cards` : t`Clear search`}
        </Button>
      }
    />
  );
}
