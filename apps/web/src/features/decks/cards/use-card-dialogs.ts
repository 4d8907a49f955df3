import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { draftOf } from '../../../shared/browser/drafts.ts';
import { focusMain } from '../../../shared/browser/focus-main.ts';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { dialogOfDraft, type CardDialogsProps, type OpenCardDialog } from './card-dialogs.tsx';
import { placesOf } from './draft-places.ts';
import type { CardChanges } from './use-card-changes.ts';
import type { ShownCards } from './use-shown-cards.ts';

/** Which dialog is open, and the page of cards that is shown after it has changed them. */
export function useCardDialogs(deckId: string, shown: ShownCards, changes: CardChanges) {
  const { page, perPage, setPage, showAll, cards, view, refetch } = shown;
  const [open, setOpen] = useState<OpenCardDialog>(() => dialogOfDraft(deckId));
  const [newId, setNewId] = useState<string | null>(null);
  const navigate = useNavigate();
  const notify = useNotify();
  const close = () => setOpen(null);

  const isDrafted = () => draftOf(placesOf(deckId).edit).read() !== null;
  const isRowShown = (id: string) => view === 'list' && cards?.items.some((card) => card.id === id) === true;
  const inRow = open?.kind === 'edit' && open.inRow === true ? open.card : null;
  const edited = inRow && isRowShown(inRow.id) ? inRow : null;
  // What is typed in a row that has gone stays in a dialog.
  if (inRow && !edited && !isDrafted()) close();

  /** Acts and closes an editor in its row, unless that would discard what is typed in a card. Tells whether it has acted. */
  const leaving =
    <Inputs extends unknown[]>(act: (...inputs: Inputs) => void) =>
    (...inputs: Inputs): boolean => {
      if (open?.kind === 'edit' && isDrafted()) {
        notify(t`Your text is not saved yet. To discard it, close this with its button.`, 'info');
        return false;
      }
      if (edited) close();
      act(...inputs);
      return true;
    };

  const versionOf = (id: string) => cards?.items.find((card) => card.id === id)?.version;

  /** Shows the last page, because a new card is the last one of its deck. */
  const showLast = async () => {
    const { data } = await refetch();
    const cardCount = data?.deck?.cardCount;
    showAll(cardCount === undefined ? page : Math.ceil(cardCount / perPage));
  };
  /** Shows the page that has the first of the new cards. */
  const showAdded = async (cardCount: number, added: number) => {
    close();
    notify(t`${plural(added, { one: '# card', other: '# cards' })} added.`);
    const firstNew = cardCount - added + 1;
    const first = Math.ceil(firstNew / perPage);
    await refetch();
    await navigate(first > 1 ? `?page=${first}` : '?', { replace: true, state: { firstNew, added } });
  };
  /** Shows the rest of the page, or the page before when these cards were all of it. */
  const showRest = async (removedIds: readonly string[]) => {
    close();
    if (cards?.items.length === removedIds.length && page > 1) setPage(page - 1);
    else await refetch();
    focusMain();
  };

  const dialogs: Omit<CardDialogsProps, 'deckId' | 'title' | 'languages'> = {
    open,
    onClose: close,
    onAdd: async (sides, isFollowed) => {
      const id = await changes.add(sides);
      if (!isFollowed) close();
      setNewId(id);
      const shownLast = showLast();
      if (!isFollowed) await shownLast;
    },
    onAddedSeveral: showAdded,
    onEdit: async (id, sides, version) => {
      await changes.edit(id, sides, version);
      close();
    },
    onDelete: async (ids) => {
      await changes.remove(ids.map((id) => ({ id, version: versionOf(id) })));
      await showRest(ids);
    },
    onMoved: showRest,
  };
  return { dialogs, edited, openDialog: leaving(setOpen), leaving, newId };
}
