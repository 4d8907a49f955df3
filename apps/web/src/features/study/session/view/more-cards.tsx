import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { useStudyPreferences } from '../../../../shared/study/study-preferences.ts';
import { CardsLeftDocument, NewCardsLeftDocument } from './summary-dialog.generated.ts';

export interface More {
  /** Null for new cards of all decks. */
  deckId: string | null;
  /** Begins the next portion. */
  onMore: () => void;
}

/** Cards for a further portion; undefined while that is loading, null when it cannot be loaded. */
export function useCardsLeft(more: More | undefined, unsent: number): number | null | undefined {
  const deckId = more?.deckId ?? null;
  const isWaiting = more === undefined || unsent > 0;
  const ofDeck = useQuery(CardsLeftDocument, {
    variables: { deckId: deckId ?? '' },
    fetchPolicy: 'network-only',
    skip: isWaiting || deckId === null,
  });
  const ofNew = useQuery(NewCardsLeftDocument, {
    fetchPolicy: 'network-only',
    skip: isWaiting || deckId !== null,
  });
  const queue = ofNew.data?.viewer?.studyQueue;
  const left = ofDeck.data?.viewer?.studyOrder?.length ?? (queue && (queue.dueCount || queue.newCount));
  const hasFailed = (ofDeck.error ?? ofNew.error) !== undefined;
  return left ?? (hasFailed ? null : undefined);
}

/** What the summary says when no card is left for a further portion. */
export const nothingLeftText = ({ deckId }: More): string =>
  deckId === null ? t`No new cards are left.` : t`Only cards that you answered today are left in this deck.`;

/** Begins a further portion, of as many cards as there are. */
export function MoreButton({ left, onMore }: { left: number | null; onMore: () => void }) {
  const { portionSize } = useStudyPreferences();
  const count = Math.min(portionSize, left ?? portionSize);
  return (
    <Button variant="soft" size="large" onClick={onMore}>
      {t`${count} more?`}
    </Button>
  );
}
