import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { useCardMarks } from '../../../shared/study/use-card-marks.ts';
import { useEditCard } from '../../../shared/study/use-edit-card.ts';
import type { CardSides } from '../../../shared/ui/dialog/card-dialog.tsx';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import {
  ResetFlashcardDocument,
  SlippingCardsDocument,
  type SlippingCardPartsFragment,
} from './slipping-cards.generated.ts';

/** A listed card that exists. */
export type Slipping = SlippingCardPartsFragment & {
  flashcard: NonNullable<SlippingCardPartsFragment['flashcard']>;
};

/** Cards that keep slipping, and what can be done about one. */
export function useSlipping() {
  const notify = useNotify();
  const marks = useCardMarks();
  const edit = useEditCard();
  const [reset] = useMutation(ResetFlashcardDocument);
  const { data, loading, refetch } = useQuery(SlippingCardsDocument, { fetchPolicy: 'cache-and-network' });
  const cards = data?.viewer.slippingCards?.flatMap(({ flashcard, ...card }): Slipping[] =>
    flashcard ? [{ ...card, flashcard }] : [],
  );
  /** Reports the outcome of a change, and returns whether it was saved. */
  const settle = async (change: Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await change;
      notify(done);
      return true;
    } catch (error) {
      notify(messageOf(error, t`The card could not be changed. Please try again.`), 'error');
      return false;
    }
  };
  return {
    cards,
    loading,
    refetch,
    keepApart: ({ flashcard }: Slipping) =>
      settle(
        marks.suspend([flashcard.id], !flashcard.isSuspended),
        flashcard.isSuspended ? t`The card is studied again.` : t`The card is kept apart.`,
      ),
    rewrite: async ({ flashcard, deckId }: Slipping, sides: CardSides, expectedVersion?: number) => {
      await edit(flashcard.id, sides, expectedVersion, { deckId });
    },
    startAnew: ({ flashcardId, deckId }: Slipping, reason: 'LEARNER' | 'REWRITTEN') =>
      settle(
        reset({ variables: { input: { flashcardId, deckId, reason } } }).then(() => refetch()),
        t`The card is new again. Your answers stay in your statistics.`,
      ),
  };
}
