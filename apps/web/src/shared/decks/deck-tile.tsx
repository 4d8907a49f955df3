import type { ReactNode } from 'react';
import type { DeckTilePartsFragment } from '../graphql/generated.ts';
import { DeckCard, type DeckCardProps } from '../ui/deck-card.tsx';
import type { DeckCounts } from '../ui/memory-edge.tsx';

export type DeckTileParts = DeckTilePartsFragment;

interface Counted {
  cardCount: number;
  progress: { dueCount: number; newCount: number } | null;
}

/** The counts of a deck; without the numbers of studying every card counts as new. */
export function countsOf({ cardCount, progress }: Counted): DeckCounts {
  return { total: cardCount, due: progress?.dueCount ?? 0, fresh: progress?.newCount ?? cardCount };
}

type Shown = Pick<DeckCardProps, 'studied' | 'corner' | 'heading'>;

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
      progressKnown={deck.progress !== null}
      {...shown}
    />
  );
}
