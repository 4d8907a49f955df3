import { plural, t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useOpenGeneration } from '../../shared/ai/open-generation.ts';
import { useAiAddress } from '../../shared/ai/use-ai-address.ts';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useSettling } from '../../shared/decks/settling.ts';
import { focusMain } from '../../shared/lib/focus-main.ts';
import { useExistingPage } from '../../shared/lib/use-page-in-address.ts';
import { DeckGrid } from '../../shared/ui/deck/deck-grid.tsx';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { PlusIcon } from '../../shared/ui/icons.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Pages } from '../../shared/ui/page/pages.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { DeckDialogs, loadDeckDialog, type OpenDialog } from './deck-dialogs.tsx';
import { DeckFilters } from './deck-filters.tsx';
import { firstQuery, isNarrowed, narrowed, type DeckQuery } from './deck-query.ts';
import { NoDecks, NoMatch } from './no-decks.tsx';
import { DeckRows } from './deck-rows.tsx';
import { OwnDeck } from './own-deck.tsx';
import { useDeckChanges } from './use-deck-changes.ts';
import { useDeckList } from './use-deck-list.ts';
import { useDeckQuery } from './use-deck-query.ts';
import { useDecksView } from './use-decks-view.ts';

function leadOf(total: number, query: DeckQuery) {
  return isNarrowed(query)
    ? plural(total, { one: '# deck found', other: '# decks found' })
    : plural(total, { one: '# deck', other: '# decks' });
}

function CreateButton({ quiet, onClick }: { quiet: boolean; onClick: () => void }) {
  return (
    <Button
      variant={quiet ? 'outlined' : 'contained'}
      startIcon={<PlusIcon />}
      onPointerEnter={loadDeckDialog}
      onFocus={loadDeckDialog}
      onClick={onClick}
    >
      {t`Create New Deck`}
    </Button>
  );
}

export function DecksPage() {
  const { query, setQuery } = useDeckQuery();
  const { view, choose: setView } = useDecksView();
  const list = useDeckList(query);
  const { decks, failed } = list;
  const changes = useDeckChanges(list.refetch);
  const [open, setOpen] = useState<OpenDialog>(null);
  // Cards need a deck: without one, it is made first, and the dialog opens on its page.
  const [thenGenerates, setThenGenerates] = useState(false);
  const notify = useNotify();
  const navigate = useNavigate();
  useSettling(decks?.items, list.refetch);
  const setPage = useCallback((page: number) => setQuery((now) => ({ ...now, page })), [setQuery]);
  useExistingPage({
    page: query.page,
    setPage,
    totalPages: list.loading ? undefined : decks?.pageInfo.totalPages,
  });

  // Rows of before stay on the screen, and the snackbar says why they are not the new ones.
  const hasRows = decks !== null;
  useEffect(() => {
    if (failed && hasRows) notify(t`Failed to load decks. Please try again later.`, 'error');
  }, [failed, hasRows, notify]);

  const close = () => {
    setOpen(null);
    setThenGenerates(false);
  };
  const create = () => setOpen({ kind: 'create' });
  const generation = useOpenGeneration();
  useAiAddress(decks !== null && !list.loading, () => {
    if (decks && decks.pageInfo.totalItems > 0) return generation.open(null);
    setThenGenerates(true);
    create();
  });
  const afterDelete = async (id: string) => {
    await changes.remove(id);
    close();
    if (decks?.items.length === 1 && query.page > 1) setPage(query.page - 1);
    else await list.refetch();
    focusMain();
  };

  const total = decks?.pageInfo.totalItems ?? 0;
  const isEmpty = decks !== null && total === 0;
  const isFirstRun = isEmpty && !isNarrowed(query) && !list.loading;
  return (
    <Page
      title={t`My Flashcard Decks`}
      documentTitle={t`My Decks`}
      lead={decks && !isEmpty ? leadOf(total, query) : ''}
      actions={
        <>
          <Button variant="outlined" onClick={() => setOpen({ kind: 'quick' })}>
            {t`Quick deck`}
          </Button>
          <CreateButton quiet={isFirstRun} onClick={create} />
        </>
      }
    >
      {!isFirstRun && (
        <DeckFilters
          query={query}
          facets={list.facets}
          view={view}
          onView={setView}
          onChange={(change) => setQuery((before) => narrowed(before, change))}
        />
      )}
      {failed && !decks && (
        <FailedState
          title={t`Your decks could not be loaded`}
          text={messageOf(list.error, t`An error occurred while loading decks.`)}
          onRetry={() => void list.refetch()}
          next={{ to: '/dashboard', label: t`Go to the dashboard` }}
        />
      )}
      {isFirstRun && <NoDecks onCreate={create} />}
      {isEmpty && isNarrowed(query) && (
        <NoMatch onClear={() => setQuery((before) => ({ ...firstQuery, sort: before.sort }))} />
      )}
      {decks && !isEmpty && view === 'list' && (
        <DeckRows
          decks={decks.items}
          onEdit={(deck) => setOpen({ kind: 'edit', deck })}
          onDelete={(deck) => setOpen({ kind: 'delete', deck })}
        />
      )}
      {!(failed && !decks) && !isEmpty && !(decks && view === 'list') && (
        <DeckGrid loading={decks === null}>
          {decks?.items.map((deck) => (
            <OwnDeck
              key={deck.id}
              deck={deck}
              onEdit={() => setOpen({ kind: 'edit', deck })}
              onDelete={() => setOpen({ kind: 'delete', deck })}
            />
          ))}
        </DeckGrid>
      )}
      <Pages
        page={query.page}
        totalPages={decks?.pageInfo.totalPages ?? 1}
        label={t`Pages of decks`}
        onChange={(page) => {
          setPage(page);
          window.scrollTo({ top: 0 });
        }}
      />
      <DeckDialogs
        open={open}
        suggestions={list.facets}
        onClose={close}
        onCreate={async (input) => {
          const id = await changes.create(input);
          await navigate(`/mydecks/${id}${thenGenerates ? '?ai=new' : ''}`);
        }}
        onUpdate={async (id, input, version) => {
          await changes.update(id, input, version);
          close();
        }}
        onDelete={afterDelete}
      />
    </Page>
  );
}
