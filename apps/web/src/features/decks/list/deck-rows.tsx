import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { countsOf } from '../../../shared/decks/deck-memory.ts';
import type { DeckTileParts } from '../../../shared/decks/deck-tile.tsx';
import { StudyLink } from '../../../shared/decks/study-link.tsx';
import { ownText } from '../../../shared/format/own-text.ts';
import { DueTag, MasteryText } from '../../../shared/ui/deck/deck-card.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { DeckCorner } from './own-deck.tsx';

interface DeckRowsProps<T extends DeckTileParts> {
  decks: readonly T[];
  onEdit: (deck: T) => void;
  onDelete: (deck: T) => void;
}

const wrapping = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 };

const row = {
  ...wrapping,
  pl: 2,
  pr: 0.5,
  py: 0.5,
  '&:not(:first-of-type)': { borderTop: '1px solid', borderColor: 'divider' },
};

function Figures({ deck }: { deck: DeckTileParts }) {
  const counts = countsOf(deck);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        minWidth: 0,
        gap: 1,
        mb: { xs: 0.5, md: 0 },
        '&:empty': { mb: 0 },
        flex: { md: '0 0 15rem' },
      }}
    >
      {deck.progress === null && <Tag>{t`Progress not available`}</Tag>}
      {deck.progress !== null && counts.total > 0 && <DueTag counts={counts} />}
      {deck.mastery !== null && <MasteryText mastery={deck.mastery} />}
    </Box>
  );
}

function Title({ deck }: { deck: DeckTileParts }) {
  const cards = plural(deck.cardCount, { one: '# card', other: '# cards' });
  return (
    <Box sx={{ flex: '1 1 12rem', minWidth: 0, py: 0.5 }}>
      <Typography component="h2" noWrap sx={{ fontSize: '1rem', fontWeight: 600 }}>
        <Link
          component={RouterLink}
          to={`/mydecks/${deck.id}`}
          aria-label={t`View ${deck.title}`}
          sx={{ color: 'text.primary', py: 1 }}
        >
          <span {...ownText}>{deck.title}</span>
        </Link>
      </Typography>
      <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
        <span {...ownText}>{deck.subject.trim() || t`No Subject`}</span> · {cards}
      </Typography>
    </Box>
  );
}

/** Decks as a list of short rows, beside the tiles. */
export function DeckRows<T extends DeckTileParts>({ decks, onEdit, onDelete }: DeckRowsProps<T>) {
  return (
    <Card component="ul" aria-label={t`Decks`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {decks.map((deck) => (
        <Box key={deck.id} component="li" sx={row}>
          <Box sx={{ ...wrapping, flex: '1 1 9rem', minWidth: 0 }}>
            <Title deck={deck} />
            <Figures deck={deck} />
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', ml: 'auto' }}>
            <StudyLink deck={deck} label={t`Study`} variant="soft" />
            <DeckCorner deck={deck} onEdit={() => onEdit(deck)} onDelete={() => onDelete(deck)} />
          </Box>
        </Box>
      ))}
    </Card>
  );
}
