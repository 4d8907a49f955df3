import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { maxDecks, shownAtFirst, subjectsOf, visibleStarters } from './selection.ts';
import { StarterCard, type StarterDeck } from './starter-card.tsx';
import { SubjectChips } from './subject-chips.tsx';

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(3, minmax(0, 1fr))',
  },
};

export function StarterSkeletons() {
  return (
    <Box sx={grid} aria-hidden>
      {Array.from({ length: shownAtFirst }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={156} sx={{ borderRadius: '16px' }} />
      ))}
    </Box>
  );
}

interface StarterCatalogProps {
  starters: readonly StarterDeck[];
  picked: readonly string[];
  onToggle: (id: string) => void;
}

export function StarterCatalog({ starters, picked, onToggle }: StarterCatalogProps) {
  const all = subjectsOf(starters);
  const [subjects, setSubjects] = useState<readonly string[]>(all);
  const [expanded, setExpanded] = useState(false);
  const visible = visibleStarters(starters, subjects);
  const shown = expanded ? visible : visible.slice(0, shownAtFirst);
  return (
    <>
      <SubjectChips all={all} chosen={subjects} onChoose={setSubjects} />
      <Box role="group" aria-label={t`Starter decks`} sx={grid}>
        {shown.map((starter) => (
          <StarterCard
            key={starter.id}
            starter={starter}
            picked={picked.includes(starter.id)}
            dimmed={picked.length === maxDecks && !picked.includes(starter.id)}
            onToggle={() => onToggle(starter.id)}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', mt: 2, mx: -1.75 }}>
        {visible.length > shownAtFirst && (
          <Button variant="text" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
            {expanded ? t`Show Less` : t`Show All Catalogs`}
          </Button>
        )}
        <Button component={Link} to="/mydecks" variant="text">
          {t`Make my own deck`}
        </Button>
      </Box>
    </>
  );
}
