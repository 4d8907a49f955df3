import { plural, t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import { lazy, Suspense, useState } from 'react';
import { Link as RouterLink, useLocation, useNavigate, useParams } from 'react-router-dom';
import { ownText } from '../../shared/lib/own-text.ts';
import { useOpenGeneration } from '../../shared/ai/open-generation.ts';
import { useAiAddress } from '../../shared/ai/use-ai-address.ts';
import { errorCode, messageOf } from '../../shared/apollo/errors.ts';
import { useSettling } from '../../shared/decks/settling.ts';
import { useExistingPage } from '../../shared/lib/use-page-in-address.ts';
import { focusMain } from '../../shared/lib/focus-main.ts';
import { useDelayed } from '../../shared/lib/use-delayed.ts';
import { EmptyState } from '../../shared/ui/states/empty-state.tsx';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { PlusIcon, SparklesIcon } from '../../shared/ui/icons.tsx';
import { clamp } from '../../shared/ui/clamp.ts';
import { Page } from '../../shared/ui/page/page.tsx';
import { Pages } from '../../shared/ui/page/pages.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { CardDialogs, loadCardDialog, type OpenCardDialog } from './card-dialogs.tsx';
import { useCardsView } from './use-cards-view.ts';
import { CardGrid, DeckSkeleton } from './card-grid.tsx';
import { DeckFlashcard } from './deck-flashcard.tsx';
import { DeckSummary } from './deck-summary.tsx';
import { FindCards, NoCardFound } from './find-cards.tsx';
import { useCardsVariables } from './use-cards-variables.ts';
import { useCardChanges } from './use-card-changes.ts';
import { useDeck } from './use-deck.ts';

const CardTable = lazy(async () => ({ default: (await import('./card-table.tsx')).CardTable }));

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const gone = errorCode(error) === 'DECK_NOT_FOUND';
  return (
    <FailedState
      title={gone ? t`This deck is not there` : t`This deck could not be loaded`}
      text={messageOf(error, t`Failed to load deck data. Please try again later.`)}
      onRetry={gone ? undefined : onRetry}
      next={{ to: '/mydecks', label: t`Go to My Decks` }}
    />
  );
}

/** The deck is known, and these cards of it are not. */
function CardsFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <FailedState
      title={t`These cards could not be loaded`}
      text={messageOf(error, t`Failed to load deck data. Please try again later.`)}
      onRetry={onRetry}
      next={{ to: '/mydecks', label: t`Go to My Decks` }}
    />
  );
}

const shortMost = 160;

/** The beginning of a long description, and the rest on demand. */
function Description({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (text.length <= shortMost)
    return (
      <Box component="span" {...ownText} sx={{ display: 'block' }}>
        {text}
      </Box>
    );
  return (
    <Box component="span" sx={whole ? {} : { display: 'flex', alignItems: 'baseline', gap: 1 }}>
      <Box component="span" {...ownText} sx={{ minWidth: 0, ...(whole ? { display: 'block' } : clamp(1)) }}>
        {text}
      </Box>
      <Link
        component="button"
        type="button"
        aria-expanded={whole}
        onClick={() => setWhole(!whole)}
        sx={{ flexShrink: 0, verticalAlign: 'baseline', fontSize: '0.875rem' }}
      >
        {whole ? t`Show less` : t`Show more`}
      </Link>
    </Box>
  );
}

interface ActionsProps {
  deckId: string;
  isEmpty: boolean;
  onAdd: () => void;
  onAddSeveral: () => void;
  onGenerate: () => void;
}

function Actions({ deckId, isEmpty, onAdd, onAddSeveral, onGenerate }: ActionsProps) {
  const { prefetch } = useOpenGeneration();
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<SparklesIcon />}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={onGenerate}
      >
        {t`Generate with AI`}
      </Button>
      <Button variant="outlined" onClick={onAddSeveral}>
        {t`Add several`}
      </Button>
      <Button
        variant={isEmpty ? 'contained' : 'outlined'}
        startIcon={<PlusIcon />}
        onPointerEnter={loadCardDialog}
        onFocus={loadCardDialog}
        onClick={onAdd}
      >
        {t`Add Flashcard`}
      </Button>
      {!isEmpty && (
        <Button component={RouterLink} to={`/study/${deckId}`} variant="contained">
          {t`Start Studying`}
        </Button>
      )}
    </>
  );
}

/** A deck of so many cards is seen at a glance. */
const shortDeck = 10;

/** Places of cards that were just added, from 1; the address is opened with them. */
interface AddedCards {
  firstNew: number;
  added: number;
}

/** Which cards of the shown page were just added. The first of them comes into view. */
function useAddedCards() {
  const { state }: { state: AddedCards | null } = useLocation();
  return (place: number) => ({
    isFirst: place === state?.firstNew,
    isNew: state !== null && place >= state.firstNew && place < state.firstNew + state.added,
  });
}

export function DeckPage() {
  const { deckId = '' } = useParams();
  const { view, choose: setView, perPage } = useCardsView();
  const { page, setPage, find, setFind, marked, setMarked, clear, showAll } = useCardsVariables();
  const isFiltered = find !== '' || marked !== null;
  const { deck, cards, loading, error, refetch } = useDeck(deckId, { page, perPage, find, marked });
  useExistingPage({ page, setPage, totalPages: loading ? undefined : cards?.pageInfo.totalPages });
  const changes = useCardChanges(deckId, refetch);
  const generation = useOpenGeneration();
  useAiAddress(deck !== undefined, () => deck && generation.open({ deckId, title: deck.title }));
  const navigate = useNavigate();
  const notify = useNotify();
  const addedAt = useAddedCards();
  const [madeId, setMadeId] = useState<string | null>(null);
  useSettling(deck && [deck], refetch);
  const [open, setOpen] = useState<OpenCardDialog>(null);
  const late = useDelayed(loading && !deck);
  const close = () => setOpen(null);
  const title = deck?.title ?? t`Deck ${deckId}`;
  const isEmpty = deck?.cardCount === 0;
  const isLong = (deck?.cardCount ?? 0) > shortDeck;

  const shownCards = view === 'table' && isLong ? [] : (cards?.items ?? []);

  /** New cards come last: there the one that was just made is seen. */
  const showLast = async () => {
    const { data } = await refetch();
    const cardCount = data?.deck?.cardCount;
    showAll(cardCount === undefined ? page : Math.ceil(cardCount / perPage));
  };
  const showAdded = async (cardCount: number, added: number) => {
    close();
    notify(t`${plural(added, { one: '# card', other: '# cards' })} added.`);
    const firstNew = cardCount - added + 1;
    const first = Math.ceil(firstNew / perPage);
    await refetch();
    await navigate(first > 1 ? `?page=${first}` : '?', { replace: true, state: { firstNew, added } });
  };
  const removeCards = async (ids: readonly string[]) => {
    const [first] = ids;
    if (ids.length === 1 && first !== undefined) await changes.remove(first);
    else await changes.removeMany(ids);
    await showRest(ids);
  };
  /** These cards of the shown page are in the deck no more. */
  const showRest = async (ids: readonly string[]) => {
    close();
    if (cards?.items.length === ids.length && page > 1) setPage(page - 1);
    else await refetch();
    focusMain();
  };

  return (
    <Page
      title={title}
      isOwnTitle={deck !== undefined}
      lead={deck ? <Description text={deck.description} /> : ''}
      breadcrumb={
        <Breadcrumb title={title} isOwn={deck !== undefined} isStarter={deck?.isDefault ?? false} />
      }
      actions={
        deck && (
          <Actions
            deckId={deckId}
            isEmpty={isEmpty}
            onAdd={() => setOpen({ kind: 'add' })}
            onAddSeveral={() => setOpen({ kind: 'several' })}
            onGenerate={() => generation.open({ deckId, title: deck.title })}
          />
        )
      }
    >
      {error && !deck && !loading && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {late && <DeckSkeleton />}
      {deck && !isEmpty && <DeckSummary deck={deck} />}
      {isEmpty && (
        <Card>
          <EmptyState
            title={t`No Flashcards Yet`}
            text={t`Create your first flashcard and start learning!`}
          />
        </Card>
      )}
      {(isLong || isFiltered) && (
        <FindCards
          find={find}
          marked={marked}
          found={loading ? undefined : cards?.pageInfo.totalItems}
          onFind={setFind}
          onMark={setMarked}
          view={view}
          onView={(next) => {
            setView(next);
            setPage(1);
          }}
        />
      )}
      {!loading && !isEmpty && cards?.items.length === 0 && isFiltered && (
        <NoCardFound marked={marked} onClear={clear} />
      )}
      {deck && !cards && !loading && <CardsFailure error={error} onRetry={() => void refetch()} />}
      {view === 'table' && isLong && cards && cards.items.length > 0 && (
        <Suspense>
          <CardTable
            key={`${page} ${find} ${marked}`}
            cards={cards.items}
            onEdit={(card) => setOpen({ kind: 'edit', card })}
            onAct={async (act, ids) => {
              if (act !== 'delete' && act !== 'move') return changes.mark(ids, act);
              setOpen({ kind: act, ids });
              return false;
            }}
          />
        </Suspense>
      )}
      <CardGrid>
        {shownCards.map((card, index) => {
          const { isFirst, isNew } = addedAt(((cards?.pageInfo.page ?? 1) - 1) * perPage + index + 1);
          return (
            <DeckFlashcard
              key={card.id}
              card={card}
              isNew={!isFiltered && isNew}
              justMade={card.id === madeId || (!isFiltered && isFirst)}
              onEdit={() => setOpen({ kind: 'edit', card })}
              onDelete={() => setOpen({ kind: 'delete', ids: [card.id] })}
              onFlag={() => void changes.flag(card)}
              onSuspend={() => void changes.suspend(card)}
            />
          );
        })}
      </CardGrid>
      <Pages
        page={page}
        totalPages={cards?.pageInfo.totalPages ?? 0}
        label={t`Pages of flashcards`}
        onChange={(chosen) => {
          setPage(chosen);
          window.scrollTo({ top: 0 });
        }}
      />
      <CardDialogs
        deckId={deckId}
        title={title}
        open={open}
        onClose={close}
        onAddedSeveral={showAdded}
        onAdd={async (sides, isFollowed) => {
          const id = await changes.add(sides);
          if (!isFollowed) close();
          setMadeId(id);
          const shown = showLast();
          if (!isFollowed) await shown;
        }}
        onEdit={async (id, sides, version) => {
          await changes.edit(id, sides, version);
          close();
        }}
        onDelete={removeCards}
        onMoved={showRest}
      />
    </Page>
  );
}
