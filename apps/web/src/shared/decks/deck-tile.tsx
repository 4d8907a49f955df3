import type { ReactNode } from 'react';
import { DeckCard, type DeckCardProps } from '../ui/deck/deck-card.tsx';
import { countsOf } from './deck-memory.ts';
import type { DeckTilePartsFragment } from './deck-tile.generated.ts';

export type DeckTileParts = DeckTilePartsFragment;

type Shown = Pick<DeckCardProps, 'corner' | 'heading'>;

interface DeckTileProps extends Shown {
  deck: DeckTileParts;
  /** Whether the subject and difficulty are printed. */
  withSubject?: boolean;
  withDifficulty?: boolean;
  actions: ReactNode;
}

/** A deck as the graph gives it, on the card that every page shares. */
export function DeckTile({ deck, withSubject = false, withDifficulty = false, ...shown }: DeckTileProps) {
  return (
    <DeckCard
      title={deck.title}
      description={deck.description}
      {...(withSubject ? { subject: deck.subject } : {})}
      {...(withDifficulty ? { difficulty: deck.difficulty } : {})}
      mastery={deck.mastery}
      counts={countsOf(deck)}
      ticks={deck.progress?.memory ?? []}
      hasProgress={deck.progress !== null}
      {...shown}
    />
  );
}
