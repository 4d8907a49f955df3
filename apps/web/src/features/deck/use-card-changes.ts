import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import { conflictOf, messageOf } from '../../shared/apollo/errors.ts';
import { untilGone } from '../../shared/apollo/until-gone.ts';
import { useCreationKey } from '../../shared/apollo/use-creation-key.ts';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { useCardMarks } from '../../shared/study/use-card-marks.ts';
import { useEditCard } from '../../shared/study/use-edit-card.ts';
import type { CardSides } from '../../shared/ui/dialog/card-dialog.tsx';
import {
  AddFlashcardDocument,
  DeleteFlashcardDocument,
  DeleteFlashcardsDocument,
} from './card-changes.generated.ts';

interface MarkedCard {
  id: string;
  isFlagged: boolean;
  isSuspended: boolean;
}

/** Changes of a deck's cards; those that save or delete reject with the client's error. */
export function useCardChanges(deckId: string, refetch: () => Promise<unknown>) {
  const notify = useNotify();
  const key = useCreationKey();
  const [add] = useMutation(AddFlashcardDocument);
  const edit = useEditCard();
  const [remove] = useMutation(DeleteFlashcardDocument);
  const [removeMany] = useMutation(DeleteFlashcardsDocument);
  const marks = useCardMarks();
  const confirm = (done: string) => () => notify(done);
  const failed = (error: unknown) =>
    notify(messageOf(error, t`The card could not be changed. Please try again.`), 'error');
  return {
    flag: ({ id, isFlagged }: MarkedCard) =>
      marks.flag([id], !isFlagged).then(confirm(isFlagged ? t`The flag is gone.` : t`Flagged.`), failed),
    suspend: ({ id, isSuspended }: MarkedCard) =>
      marks
        .suspend([id], !isSuspended)
        .then(confirm(isSuspended ? t`The card is studied again.` : t`The card is suspended.`), failed),
    add: async (sides: CardSides) => {
      const input = { deckId, ...sides };
      const { data } = await add({ variables: { input }, context: key.contextFor(input) });
      key.made();
      notify(t`Flashcard added.`);
      return data.addFlashcard.id;
    },
    edit: async (id: string, sides: CardSides, expectedVersion?: number) => {
      await edit(id, sides, expectedVersion).catch((error: unknown) => {
        if (conflictOf(error)) void refetch();
        throw error;
      });
    },
    removeMany: async (ids: readonly string[]) => {
      await removeMany({ variables: { input: { ids: [...ids] } } });
      notify(t`${plural(ids.length, { one: '# card', other: '# cards' })} deleted.`);
    },
    /** Marks cards; whether it was done. */
    mark: (ids: readonly string[], act: 'flag' | 'suspend' | 'resume') =>
      (act === 'flag' ? marks.flag(ids, true) : marks.suspend(ids, act === 'suspend')).then(
        () => {
          notify(t`${plural(ids.length, { one: '# card', other: '# cards' })} changed.`);
          return true;
        },
        (error: unknown) => {
          failed(error);
          return false;
        },
      ),
    remove: async (id: string) => {
      await untilGone('FLASHCARD_NOT_FOUND', () => remove({ variables: { input: { id } } }));
      notify(t`Flashcard deleted.`);
    },
  };
}
