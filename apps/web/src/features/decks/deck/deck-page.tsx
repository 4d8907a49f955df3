import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { Link, useParams } from 'react-router-dom';
import { useOpenGeneration } from '../../../shared/ai/open-generation.ts';
import { useAddressRequest } from '../../../shared/hooks/use-address-request.ts';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { deckFailure } from '../../../shared/study/deck-failure.ts';
import { useDelayed } from '../../../shared/hooks/use-delayed.ts';
import { Page } from '../../../shared/ui/page/page.tsx';
import { Pages } from '../../../shared/ui/page/pages.tsx';
import { EmptyState } from '../../../shared/ui/states/empty-state.tsx';
import { FailedState } from '../../../shared/ui/states/failed-state.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { CardDialogs } from '../cards/card-dialogs.tsx';
import { DeckSkeleton } from '../cards/card-grid.tsx';
import { CardList } from '../cards/card-list.tsx';
import { DeckActions } from './deck-actions.tsx';
import { DeckDescription } from './deck-description.tsx';
import { ExportDeck } from './export-deck.tsx';
import { KeepDeck } from './keep-deck.tsx';
import { DeckSummary } from './deck-summary.tsx';
import { PrintDeck } from '../print/print-deck.tsx';
import { FindCards, NoCardFound } from '../cards/find-cards.tsx';
import { useCardChanges } from '../cards/use-card-changes.ts';
import { useCardDialogs } from '../cards/use-card-dialogs.ts';
import { useShownCards } from '../cards/use-shown-cards.ts';

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const fallback = t`Failed to load deck data. Please try again later.`;
  return (
    <FailedState
      {...deckFailure(error, t`This deck could not be loaded`, fallback, onRetry)}
      next={{ to: '/mydecks', label: t`Go to My Decks` }}
    />
  );
}

/** Replaces the cards when the deck was loaded but this page of its cards was not. */
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

/** Maximum number of cards of a deck that needs no search. */
const shortDeck = 10;

export function DeckPage() {
  const { deckId = '' } = useParams();
  const shown = useShownCards(deckId);
  const { deck, cards, loading, error, refetch, page, setPage, view, find, marked, isFiltered } = shown;
  const changes = useCardChanges(deckId, refetch);
  const { dialogs, edited, openDialog, leaving, newId } = useCardDialogs(deckId, shown, changes);
  const generation = useOpenGeneration();
  const generate = () => deck && generation.open({ deckId, title: deck.title });
  useAddressRequest('ai', deck !== undefined, generate);
  useAddressRequest('add', deck !== undefined, () => openDialog({ kind: 'add' }));
  useAddressRequest('several', deck !== undefined, () => openDialog({ kind: 'several' }));
  const isLate = useDelayed(loading && !deck);
  const title = deck?.title ?? t`Deck ${deckId}`;
  const isEmpty = deck?.cardCount === 0;
  const isLong = (deck?.cardCount ?? 0) > shortDeck;
  const retry = () => void refetch();
  const actions = deck && (
    <DeckActions deckId={deckId} isEmpty={isEmpty} onOpen={openDialog} onGenerate={generate} />
  );

  return (
    <Page
      title={title}
      isOwnTitle={deck !== undefined}
      lead={deck ? <DeckDescription text={deck.description} /> : ''}
      breadcrumb={
        <Breadcrumb title={title} isOwn={deck !== undefined} isStarter={deck?.isDefault ?? false} />
      }
      actions={
        !isEmpty && (
          <>
            {actions}
            {deck && <KeepDeck key={`keep ${deckId}`} deckId={deckId} />}
            {deck && <ExportDeck key={`export ${deckId}`} deckId={deckId} />}
            {deck && <PrintDeck key={deckId} deckId={deckId} title={deck.title} cards={cards?.items ?? []} />}
          </>
        )
      }
    >
      {error && !deck && !loading && <LoadFailure error={error} onRetry={retry} />}
      {isLate && <DeckSkeleton />}
      {deck && !isEmpty && <DeckSummary deck={deck} />}
      {isEmpty && (
        <Card>
          <EmptyState
            title={t`No Flashcards Yet`}
            text={t`Create your first flashcard and start learning!`}
            action={
              <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
                {actions}
                <Button component={Link} to="/welcome" variant="text">
                  {t`Pick starter decks`}
                </Button>
              </Box>
            }
          />
        </Card>
      )}
      {deck && (!isEmpty || isFiltered) && (
        <FindCards
          find={find}
          marked={marked}
          isShort={!isLong && !isFiltered}
          found={loading ? undefined : cards?.pageInfo.totalItems}
          onFind={leaving(shown.setFind)}
          onMark={leaving(shown.setMarked)}
          view={view}
          onView={leaving(shown.setView)}
        />
      )}
      {!loading && !isEmpty && cards?.items.length === 0 && isFiltered && (
        <NoCardFound marked={marked} onClear={leaving(shown.clear)} />
      )}
      {deck && !cards && !loading && <CardsFailure error={error} onRetry={retry} />}
      <CardList
        deckId={deckId}
        shown={shown}
        changes={changes}
        newId={newId}
        onOpen={openDialog}
        edited={edited}
        dialogs={dialogs}
      />
      <Pages
        page={page}
        totalPages={cards?.pageInfo.totalPages ?? 0}
        label={t`Pages of flashcards`}
        onChange={leaving((chosen: number) => {
          setPage(chosen);
          window.scrollTo({ top: 0 });
        })}
      />
      <CardDialogs
        deckId={deckId}
        title={title}
        languages={{ front: deck?.frontLanguage ?? null, back: deck?.backLanguage ?? null }}
        {...dialogs}
        {...(edited && { open: null })}
      />
    </Page>
  );
}
