import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import { conflictOf } from '../../../shared/apollo/errors.ts';
import { removeIfPresent } from '../../../shared/apollo/remove-if-present.ts';
import { useCreationKey } from '../../../shared/apollo/use-creation-key.ts';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { CreateDeckDocument, DeleteDeckDocument, UpdateDeckDocument } from './deck-changes.generated.ts';
import type { DeckInput } from './deck-dialog.tsx';
import { useUndoDeletion } from './use-undo-deletion.ts';

/** Changes of decks; each rejects with the client's error. */
export function useDeckChanges(refetch: () => Promise<unknown>) {
  const notify = useNotify();
  const deleted = useUndoDeletion();
  const key = useCreationKey();
  const [create] = useMutation(CreateDeckDocument);
  const [update] = useMutation(UpdateDeckDocument);
  const [remove] = useMutation(DeleteDeckDocument);
  return {
    create: async (input: DeckInput) => {
      const { data } = await create({
        variables: { input: { ...input, clientId: key.clientIdFor(input) } },
        context: key.contextFor(input),
      });
      key.made();
      notify(t`Deck created.`);
      return data.createDeck.id;
    },
    update: async (id: string, deck: DeckInput, expectedVersion?: number) => {
      const input = { id, ...deck, expectedVersion };
      await update({ variables: { input } }).catch((error: unknown) => {
        if (conflictOf(error)) void refetch();
        throw error;
      });
      await refetch();
      notify(t`Deck saved.`);
    },
    remove: async (id: string, expectedVersion?: number) => {
      const input = { id, expectedVersion };
      await removeIfPresent('DECK_NOT_FOUND', () => remove({ variables: { input } })).catch(
        (error: unknown) => {
          if (conflictOf(error)) void refetch();
          throw error;
        },
      );
      deleted(t`Deck deleted.`, { deck: id });
    },
  };
}
