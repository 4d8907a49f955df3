import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { DeckTileParts } from './deck-tile.tsx';

interface StudyLinkProps {
  deck: DeckTileParts;
  label: string;
  variant?: 'outlined' | 'soft';
}

/** From a deck to its session; a deck without cards asks for cards first. */
export function StudyLink({ deck, label, variant = 'outlined' }: StudyLinkProps) {
  const isEmpty = deck.cardCount === 0;
  const text = isEmpty ? t`Add cards` : label;
  return (
    <Button
      component={Link}
      to={isEmpty ? `/mydecks/${deck.id}` : `/study/${deck.id}`}
      variant={variant}
      aria-label={`${text}: ${deck.title}`}
      sx={{ flex: 1 }}
    >
      {text}
    </Button>
  );
}
