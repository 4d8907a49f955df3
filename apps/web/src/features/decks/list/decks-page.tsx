import { plural, t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import { useOpenGeneration } from '../../../shared/ai/open-generation.ts';
import { useAddressRequest } from '../../../shared/hooks/use-address-request.ts';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { DeckGrid } from '../../../shared/ui/deck/deck-grid.tsx';
import { PlusIcon } from '../../../shared/ui/icons.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { Pages } from '../../../shared/ui/page/pages.tsx';
import { FailedState } from '../../../shared/ui/states/failed-state.tsx';
import { DeckDialogs, loadDeckDialog, type OpenDialog } from '../changes/deck-dialogs.tsx';
import { DeckFilters } from './deck-filters.tsx';
import { firstQuery, isNarrowed, narrowed, type DeckQuery } from './deck-query.ts';
import { DeckRows } from './deck-rows.tsx';
import { ImportButton } from './import-button.tsx';
import { NoDecks, NoMatch } from './no-decks.tsx';
import { OwnDeck } from './own-deck.tsx';
import { useDeckDialogs } from '../changes/use-deck-dialogs.ts';
import type { DecksView } from './use-decks-view.ts';
import { useShownDecks, type ShownDecks } from './use-shown-decks.ts';

function leadOf(total: number, query: DeckQuery) {
  return isNarrowed(query)
    ? plural(total, { one: '# deck found', other: '# decks found' })
    : plural(total, { one: '# deck', other: '# decks' });
}

interface DecksActionsProps {
  /** The page has a more prominent button that creates a deck. */
  isFirstRun: boolean;
  onOpen: (dialog: OpenDialog) => void;
}

function DecksActions({ isFirstRun, onOpen }: DecksActionsProps) {
  return (
    <>
      <ImportButton />
      <Button
        variant={isFirstRun ? 'outlined' : 'contained'}
        startIcon={<PlusIcon />}
        onPointerEnter={loadDeckDialog}
        onFocus={loadDeckDialog}
        onClick={() => onOpen({ kind: 'create' })}
      >
        {t`Create New Deck`}
      </Button>
    </>
  );
}

interface DeckListProps {
  decks: ShownDecks['decks'];
  view: DecksView;
  onOpen: (dialog: OpenDialog) => void;
}

/** Decks as rows or as tiles; skeletons of tiles until they are loaded. */
function DeckList({ decks, view, onOpen }: DeckListProps) {
  if (decks && view === 'list')
    return (
      <DeckRows
        decks={decks.items}
        onEdit={(deck) => onOpen({ kind: 'edit', deck })}
        onDelete={(deck) => onOpen({ kind: 'delete', deck })}
      />
    );
  return (
    <DeckGrid loading={decks === null}>
      {decks?.items.map((deck) => (
        <OwnDeck
          key={deck.id}
          deck={deck}
          onEdit={() => onOpen({ kind: 'edit', deck })}
          onDelete={() => onOpen({ kind: 'delete', deck })}
        />
      ))}
    </DeckGrid>
  );
}

export function DecksPage() {
  const shown = useShownDecks();
  const { decks, facets, loading, query, setQuery, setPage, view, setView } = shown;
  const { dialogs, openDialog, createThen } = useDeckDialogs(shown);
  const generation = useOpenGeneration();
  const total = decks?.pageInfo.totalItems ?? 0;
  useAddressRequest('ai', decks !== null && !loading, () =>
    total > 0 ? generation.open(null) : createThen('ai'),
  );
  useAddressRequest('several', decks !== null && !loading, () => createThen('several'));

  useAddressRequest('add', decks !== null, () => openDialog({ kind: 'create' }));

  const isEmpty = decks !== null && total === 0;
  const isFirstRun = isEmpty && !isNarrowed(query) && !loading;
  const hasFailed = shown.failed && !decks;
  return (
    <Page
      title={t`My Flashcard Decks`}
      documentTitle={t`My Decks`}
      lead={decks && !isEmpty ? leadOf(total, query) : ''}
      actions={<DecksActions isFirstRun={isFirstRun} onOpen={openDialog} />}
    >
      {!isFirstRun && (
        <DeckFilters
          query={query}
          facets={facets}
          view={view}
          onView={setView}
          onChange={(change) => setQuery((before) => narrowed(before, change))}
        />
      )}
      {hasFailed && (
        <FailedState
          title={t`Your decks could not be loaded`}
          text={messageOf(shown.error, t`An error occurred while loading decks.`)}
          onRetry={() => void shown.refetch()}
          next={{ to: '/dashboard', label: t`Go to the dashboard` }}
        />
      )}
      {isFirstRun && <NoDecks onCreate={() => openDialog({ kind: 'create' })} />}
      {isEmpty && isNarrowed(query) && (
        <NoMatch onClear={() => setQuery((before) => ({ ...firstQuery, sort: before.sort }))} />
      )}
      {!hasFailed && !isEmpty && <DeckList decks={decks} view={view} onOpen={openDialog} />}
      <Pages
        page={query.page}
        totalPages={decks?.pageInfo.totalPages ?? 1}
        label={t`Pages of decks`}
        onChange={(page) => {
          setPage(page);
          window.scrollTo({ top: 0 });
        }}
      />
      <DeckDialogs {...dialogs} />
    </Page>
  );
}
