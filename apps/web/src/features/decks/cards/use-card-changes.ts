import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import { conflictOf, messageOf } from '../../../shared/apollo/errors.ts';
import { removeIfPresent } from '../../../shared/apollo/remove-if-present.ts';
import { useCreationKey } from '../../../shared/apollo/use-creation-key.ts';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { useCardMarks } from '../../../shared/study/use-card-marks.ts';
import { useEditCard } from '../../../shared/study/use-edit-card.ts';
import type { CardSides } from '../../../shared/ui/dialog/card-dialog.tsx';
import { useUndoDeletion } from '../changes/use-undo-deletion.ts';
import {
  AddFlashcardDocument,
  CreateNoteDocument,
  DeleteFlashcardDocument,
  DeleteFlashcardsDocument,
} from './card-changes.generated.ts';

/** A card and the version that the learner saw. */
export interface SeenCard {
  id: string;
  version?: number | undefined;
}

interface MarkedCard {
  id: string;
  isFlagged: boolean;
  isSuspended: boolean;
}

export type CardChanges = ReturnType<typeof useCardChanges>;

/** Mutations of a deck's cards. Saving and deleting reject with the client's error; marks report it themselves. */
export function useCardChanges(deckId: string, refetch: () => Promise<unknown>) {
  const notify = useNotify();
  const deleted = useUndoDeletion();
  const key = useCreationKey();
  const [add] = useMutation(AddFlashcardDocument);
  const [createNote] = useMutation(CreateNoteDocument);
  const edit = useEditCard();
  const [remove] = useMutation(DeleteFlashcardDocument);
  const [removeMany] = useMutation(DeleteFlashcardsDocument);
  const marks = useCardMarks();
  /** Reports the outcome of a change of marks, and returns whether it was saved. */
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
  const created = <Input extends object>(input: Input) => ({
    variables: { input: { ...input, clientId: key.clientIdFor(input) } },
    context: key.contextFor(input),
  });
  const addCard = async (sides: CardSides) => {
    const { data } = await add(created({ deckId, ...sides }));
    return data.addFlashcard.id;
  };
  const addNote = async (kind: string, sides: CardSides) => {
    const { frontText, backText, fields = [frontText, backText], format } = sides;
    const { data } = await createNote(
      created({ deckId, kind, fields: [...fields], ...(format && { format }) }),
    );
    return data.createNote.id;
  };
  const removed = async (seen: readonly SeenCard[]): Promise<unknown> => {
    const [first] = seen;
    if (first && seen.length === 1) {
      const input = { id: first.id, expectedVersion: first.version };
      return removeIfPresent('FLASHCARD_NOT_FOUND', () => remove({ variables: { input } }));
    }
    const versions = seen.flatMap(({ version }) => version ?? []);
    const areSeen = versions.length === seen.length;
    const input = { ids: seen.map(({ id }) => id), ...(areSeen && { expectedVersions: versions }) };
    return removeMany({ variables: { input } });
  };
  return {
    flag: ({ id, isFlagged }: MarkedCard) =>
      settle(marks.flag([id], !isFlagged), isFlagged ? t`Flag removed.` : t`Flagged.`),
    suspend: ({ id, isSuspended }: MarkedCard) =>
      settle(
        marks.suspend([id], !isSuspended),
        isSuspended ? t`The card is studied again.` : t`The card is suspended.`,
      ),
    add: async (sides: CardSides) => {
      const id = await (sides.kind === undefined ? addCard(sides) : addNote(sides.kind, sides));
      key.made();
      notify(t`Flashcard added.`);
      return id;
    },
    edit: async (id: string, sides: CardSides, expectedVersion?: number) => {
      await edit(id, sides, expectedVersion, { deckId }).catch((error: unknown) => {
        if (conflictOf(error)) void refetch();
        throw error;
      });
    },
    /** Marks cards, and returns whether that was saved. */
    mark: (ids: readonly string[], act: 'flag' | 'suspend' | 'resume') =>
      settle(
        act === 'flag' ? marks.flag(ids, true) : marks.suspend(ids, act === 'suspend'),
        t`${plural(ids.length, { one: '# card', other: '# cards' })} changed.`,
      ),
    remove: async (seen: readonly SeenCard[]) => {
      await removed(seen).catch((error: unknown) => {
        if (conflictOf(error)) void refetch();
        throw error;
      });
      deleted(
        seen.length === 1
          ? t`Flashcard deleted.`
          : t`${plural(seen.length, { one: '# card', other: '# cards' })} deleted.`,
        { cards: seen.map(({ id }) => id) },
      );
    },
  };
}
