import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { FilterIcon, RowsIcon, TilesIcon } from '../../../shared/ui/icons.tsx';
import { FilterChoice } from '../../../shared/ui/filter-choice.tsx';
import { SearchField } from '../../../shared/ui/search-field.tsx';
import { ViewButton } from '../../../shared/ui/view-button.tsx';
import type { DeckFilterChoicesFragment } from './deck-filters.generated.ts';
import { isNarrowed, type DeckQuery } from './deck-query.ts';
import { difficultyLabel } from '../changes/deck-rules.ts';
import type { DecksView } from './use-decks-view.ts';

interface DeckFiltersProps {
  query: DeckQuery;
  facets: DeckFilterChoicesFragment;
  view: DecksView;
  onView: (view: DecksView) => void;
  onChange: (change: Partial<Omit<DeckQuery, 'page'>>) => void;
}

const all = () => ['', t`All`] as const;
const same = (value: string) => [value, value] as const;
const withCurrent = (values: readonly string[], current: string) =>
  current && !values.includes(current) ? [...values, current] : values;

/** Search and four selects in one row; below md a button opens the selects. */
export function DeckFilters({ query, facets, view, onView, onChange }: DeckFiltersProps) {
  const [open, setOpen] = useState(isNarrowed({ ...query, search: '' }));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
      <SearchField
        label={t`Search titles`}
        value={query.search}
        onChange={(search) => onChange({ search })}
      />
      <Button
        variant="outlined"
        startIcon={<FilterIcon />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        sx={{ display: { xs: 'inline-flex', md: 'none' } }}
      >
        {t`Filters`}
      </Button>
      <ViewButton
        label={view === 'list' ? t`Show as tiles` : t`Show as list`}
        icon={view === 'list' ? <TilesIcon /> : <RowsIcon />}
        textFrom="lg"
        onClick={() => onView(view === 'list' ? 'tiles' : 'list')}
      />
      <Box
        sx={{
          display: { xs: open ? 'grid' : 'none', md: 'grid' },
          flex: { xs: '1 1 100%', md: '0 0 auto' },
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            sm: 'repeat(4, minmax(0, 1fr))',
            md: 'repeat(4, 150px)',
          },
          gap: 1.5,
        }}
      >
        <FilterChoice
          isOwn
          label={t`Subject`}
          value={query.subject}
          choices={[all(), ...withCurrent(facets.subjects, query.subject).map(same)]}
          onChange={(subject) => onChange({ subject })}
        />
        <FilterChoice
          isOwn
          label={t`Category`}
          value={query.category}
          choices={[all(), ...withCurrent(facets.categories, query.category).map(same)]}
          onChange={(category) => onChange({ category })}
        />
        <FilterChoice
          label={t`Difficulty`}
          value={query.difficulty}
          choices={[
            all(),
            ...[1, 2, 3, 4, 5].map((level) => [String(level), difficultyLabel(level)] as const),
          ]}
          onChange={(difficulty) => onChange({ difficulty })}
        />
        <FilterChoice
          label={t`Sort By`}
          value={query.sort}
          choices={[
            ['due', t`Due first`],
            ['title', t`Title`],
            ['studied', t`Last Studied`],
            ['difficulty', t`Difficulty`],
          ]}
          onChange={(sort) => onChange({ sort: sort as DeckQuery['sort'] })}
        />
      </Box>
    </Box>
  );
}
