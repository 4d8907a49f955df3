import { useMutation, useQuery } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useSettling } from '../../shared/decks/settling.ts';
import { DeckTile, type DeckTileParts } from '../../shared/decks/deck-tile.tsx';
import {
  CreateDeckDocument,
  DecksScreenDocument,
  DeleteDeckDocument,
  UpdateDeckDocument,
} from '../../shared/graphql/generated.ts';
import { counted } from '../../shared/lib/format.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { DeckGrid } from '../../shared/ui/deck-grid.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { EditIcon, PlusIcon, TrashIcon } from '../../shared/ui/icons.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Pages } from '../../shared/ui/pages.tsx';
import { useNotify } from '../../shared/ui/snackbars.tsx';
import type { DeckInput } from './deck-dialog.tsx';
import { DeckFilters } from './deck-filters.tsx';
import {
  firstQuery,
  isNarrowed,
  narrowed,
  readDeckQuery,
  variablesOf,
  writeDeckQuery,
  type DeckQuery,
} from './deck-query.ts';

const loadDialog = () => import('./deck-dialog.tsx');
const DeckDialog = lazy(async () => ({ default: (await loadDialog()).DeckDialog }));

type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; deck: DeckTileParts } | null;
const noFacets = { subjects: [], categories: [] };

/** The list's state in the address. */
function useDeckQuery() {
  const [params, setParams] = useSearchParams();
  const query = readDeckQuery(params);
  const setQuery = useCallback(
    (change: (before: DeckQuery) => DeckQuery) =>
      setParams((before) => writeDeckQuery(change(readDeckQuery(before))), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  );
  return { query, setQuery };
}

/** Rows of before stay on the screen while the next ones are fetched. */
function useDeckList(query: DeckQuery) {
  const { data, previousData, loading, error, refetch } = useQuery(DecksScreenDocument, {
    variables: variablesOf(query),
  });
  const shown = data ?? previousData;
  return {
    decks: shown?.viewer.decks ?? null,
    facets: shown?.viewer.deckFacets ?? noFacets,
    loading,
    failed: !loading && !data?.viewer.decks && error !== undefined,
    error,
    refetch,
  };
}

function useDeckChanges(refetch: () => Promise<unknown>) {
  const notify = useNotify();
  const [create] = useMutation(CreateDeckDocument);
  const [update] = useMutation(UpdateDeckDocument);
  const [remove] = useMutation(DeleteDeckDocument);
  return {
    create: async (input: DeckInput) => {
      await create({ variables: { input } });
      await refetch();
      notify('Deck created.');
    },
    update: async (id: string, input: DeckInput) => {
      await update({ variables: { input: { id, ...input } } });
      await refetch();
      notify('Deck saved.');
    },
    remove: async (id: string) => {
      await remove({ variables: { input: { id } } });
      notify('Deck deleted.');
    },
  };
}

function TileCorner({ deck, onOpen }: { deck: DeckTileParts; onOpen: (open: Open) => void }) {
  return (
    <>
      <IconButton
        aria-label={`Edit ${deck.title}`}
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
        onClick={() => onOpen({ kind: 'edit', deck })}
        sx={{ color: 'text.secondary', fontSize: 20 }}
      >
        <EditIcon />
      </IconButton>
      <IconButton
        aria-label={`Delete ${deck.title}`}
        onClick={() => onOpen({ kind: 'delete', deck })}
        sx={{ color: 'text.secondary', fontSize: 20, mr: -1.25 }}
      >
        <TrashIcon />
      </IconButton>
    </>
  );
}

function TileActions({ deck }: { deck: DeckTileParts }) {
  return (
    <>
      <Button
        component={Link}
        to={`/mydecks/${deck.id}`}
        variant="outlined"
        aria-label={`View ${deck.title}`}
        sx={{ flex: 1 }}
      >
        View
      </Button>
      <Button
        component={Link}
        to={`/study/${deck.id}`}
        variant="soft"
        aria-label={`Study ${deck.title}`}
        sx={{ flex: 1 }}
      >
        Study
      </Button>
    </>
  );
}

interface DeleteDeckProps {
  deck: DeckTileParts;
  onDelete: (id: string) => Promise<void>;
  onClose: () => void;
}

function DeleteDeck({ deck, onDelete, onClose }: DeleteDeckProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onDelete(deck.id);
    } catch (failure) {
      setBusy(false);
      setError(messageOf(failure, 'An error occurred while deleting the deck.'));
    }
  };
  return (
    <ConfirmDialog
      open
      title="Delete Deck"
      text="Are you sure you want to delete this deck? This action cannot be undone."
      busy={busy}
      details={
        error ? (
          <Alert severity="error" sx={{ mt: 2 }}>
            {error}
          </Alert>
        ) : undefined
      }
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  );
}

export function DecksPage() {
  const { query, setQuery } = useDeckQuery();
  const list = useDeckList(query);
  const changes = useDeckChanges(list.refetch);
  const [open, setOpen] = useState<Open>(null);
  const notify = useNotify();
  const { decks, failed } = list;
  useSettling(decks?.items, list.refetch);
  const close = () => setOpen(null);

  useEffect(() => {
    if (failed) notify('Failed to load decks. Please try again later.', 'error');
  }, [failed, notify]);

  const lastPage = decks?.pageInfo.totalPages ?? 1;
  useEffect(() => {
    if (!list.loading && decks && query.page > Math.max(1, lastPage))
      setQuery((now) => ({ ...now, page: Math.max(1, lastPage) }));
  }, [decks, lastPage, list.loading, query.page, setQuery]);

  const afterDelete = async (id: string) => {
    await changes.remove(id);
    close();
    if (decks?.items.length === 1 && query.page > 1)
      return setQuery((now) => ({ ...now, page: now.page - 1 }));
    await list.refetch();
  };

  const total = decks?.pageInfo.totalItems ?? 0;
  const isEmpty = decks !== null && total === 0;
  const isFirstRun = isEmpty && !isNarrowed(query) && !list.loading;
  return (
    <Page
      title="My Flashcard Decks"
      documentTitle="My Decks"
      lead={
        decks && !isEmpty
          ? counted(
              total,
              isNarrowed(query) ? 'deck found' : 'deck',
              isNarrowed(query) ? 'decks found' : 'decks',
            )
          : ' '
      }
      actions={
        <Button
          variant={isFirstRun ? 'outlined' : 'contained'}
          startIcon={<PlusIcon />}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={() => setOpen({ kind: 'create' })}
        >
          Create New Deck
        </Button>
      }
    >
      {!isFirstRun && (
        <DeckFilters
          query={query}
          facets={list.facets}
          onChange={(change) => setQuery((before) => narrowed(before, change))}
        />
      )}
      {failed && (
        <Alert
          severity="error"
          action={
            <Button variant="text" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          {messageOf(list.error, 'An error occurred while loading decks.')}
        </Alert>
      )}
      {isFirstRun && (
        <Card>
          <EmptyState
            title="Start Your Learning Journey"
            text="A deck holds the questions you want to be able to answer. Five cards are enough to begin."
            action={
              <Button variant="contained" size="large" onClick={() => setOpen({ kind: 'create' })}>
                Create Your First Deck
              </Button>
            }
          />
        </Card>
      )}
      {isEmpty && isNarrowed(query) && (
        <EmptyState
          title="No deck matches"
          text="Change the search or the filters."
          action={
            <Button
              variant="outlined"
              onClick={() => setQuery((before) => ({ ...firstQuery, sort: before.sort }))}
            >
              Clear filters
            </Button>
          }
        />
      )}
      {!failed && !isEmpty && (
        <DeckGrid loading={decks === null}>
          {decks?.items.map((deck) => (
            <DeckTile
              key={deck.id}
              deck={deck}
              withSubject
              withDifficulty
              heading="h2"
              corner={<TileCorner deck={deck} onOpen={setOpen} />}
              actions={<TileActions deck={deck} />}
            />
          ))}
        </DeckGrid>
      )}
      <Pages
        page={query.page}
        totalPages={lastPage}
        label="Pages of decks"
        onChange={(page) => {
          setQuery((before) => ({ ...before, page }));
          window.scrollTo({ top: 0 });
        }}
      />
      <Suspense>
        {open?.kind === 'create' && (
          <DeckDialog
            onClose={close}
            onSave={async (input) => {
              await changes.create(input);
              close();
            }}
          />
        )}
        {open?.kind === 'edit' && (
          <DeckDialog
            deck={open.deck}
            onClose={close}
            onSave={async (input) => {
              await changes.update(open.deck.id, input);
              close();
            }}
          />
        )}
      </Suspense>
      {open?.kind === 'delete' && <DeleteDeck deck={open.deck} onDelete={afterDelete} onClose={close} />}
    </Page>
  );
}
