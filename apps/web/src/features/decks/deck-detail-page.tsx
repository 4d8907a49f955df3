import { useMutation, useQuery } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState, type MouseEvent } from 'react';
import { Link as RouterLink, useParams } from 'react-router-dom';
import { errorCode, messageOf } from '../../shared/apollo/errors.ts';
import { useSettling } from '../../shared/decks/settling.ts';
import { countsOf, type DeckTileParts } from '../../shared/decks/deck-tile.tsx';
import {
  AddFlashcardDocument,
  DeckDetailScreenDocument,
  DeleteFlashcardDocument,
  EditFlashcardDocument,
  type DeckCardPartsFragment,
} from '../../shared/graphql/generated.ts';
import { useDelayed } from '../../shared/lib/use-delayed.ts';
import { useAnnounce } from '../../shared/ui/announcer.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { FlipCard } from '../../shared/ui/flip-card.tsx';
import { EditIcon, FlipIcon, PlusIcon, TrashIcon } from '../../shared/ui/icons.tsx';
import { MemoryEdge } from '../../shared/ui/memory-edge.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Pages } from '../../shared/ui/pages.tsx';
import { useNotify } from '../../shared/ui/snackbars.tsx';
import { Tag } from '../../shared/ui/tag.tsx';

const loadDialog = () => import('./card-dialog.tsx');
const CardDialog = lazy(async () => ({ default: (await loadDialog()).CardDialog }));

type DeckCardParts = DeckCardPartsFragment;
type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; card: DeckCardParts } | null;
const stop = (event: MouseEvent) => event.stopPropagation();

interface DeckFlashcardProps {
  card: DeckCardParts;
  onEdit: () => void;
  onDelete: () => void;
}

/** The whole card flips on a click; the button in it is the control for everybody else. */
function DeckFlashcard({ card, onEdit, onDelete }: DeckFlashcardProps) {
  const [flipped, setFlipped] = useState(false);
  const announce = useAnnounce();
  const flip = () => {
    setFlipped(!flipped);
    announce(flipped ? `Question: ${card.frontText}` : `Answer: ${card.backText}`);
  };
  return (
    <FlipCard
      question={card.frontText}
      answer={card.backText}
      flipped={flipped}
      onFlip={flip}
      groupLabel={flipped ? 'Flashcard, answer shown' : 'Flashcard, question shown'}
      aside={card.schedule?.isLearned ? <Tag tone="good">Mastered</Tag> : undefined}
      footer={
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mx: -1, mb: -1 }}>
          <Button
            variant="text"
            startIcon={<FlipIcon />}
            onClick={(event) => {
              stop(event);
              flip();
            }}
          >
            {flipped ? 'Show Question' : 'Show Answer'}
          </Button>
          <Box onClick={stop} sx={{ color: 'text.secondary', fontSize: 20 }}>
            <IconButton
              aria-label="Edit flashcard"
              onPointerEnter={loadDialog}
              onFocus={loadDialog}
              onClick={onEdit}
              sx={{ fontSize: 20 }}
            >
              <EditIcon />
            </IconButton>
            <IconButton aria-label="Delete flashcard" onClick={onDelete} sx={{ fontSize: 20 }}>
              <TrashIcon />
            </IconButton>
          </Box>
        </Box>
      }
    />
  );
}

function Figure({ value, label }: { value: string | number; label: string }) {
  return (
    <Box>
      <Typography
        component="p"
        sx={{ fontSize: '1.5rem', fontWeight: 700, lineHeight: '32px', letterSpacing: '-0.02em' }}
      >
        {value}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
    </Box>
  );
}

/** The deck's numbers, and the deck seen from its side. */
function SummaryStrip({ deck }: { deck: DeckTileParts }) {
  const counts = countsOf(deck);
  return (
    <Card
      component="section"
      aria-label="Summary"
      sx={{
        p: { xs: 2.5, sm: 3 },
        mb: 3,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 3,
        alignItems: 'center',
        justifyContent: 'space-between',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: { xs: 3, sm: 5 }, rowGap: 2 }}>
        <Figure value={counts.total} label={counts.total === 1 ? 'card' : 'cards'} />
        {deck.mastery !== null && <Figure value={`${deck.mastery}%`} label="mastery" />}
        {deck.progress && <Figure value={counts.due} label="due today" />}
        {deck.progress && <Figure value={counts.fresh} label="new" />}
      </Box>
      {deck.progress ? (
        <Box sx={{ width: { xs: 1, md: 430 } }}>
          <MemoryEdge ticks={deck.progress.memory} counts={counts} height={46} />
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 1 }}>
            Each line is a card: the taller, the surer you would recall it today.
          </Typography>
        </Box>
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Your progress cannot be shown right now.
        </Typography>
      )}
    </Card>
  );
}

function Breadcrumb({ title }: { title: string }) {
  return (
    <Box
      component="nav"
      aria-label="Breadcrumb"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5, color: 'text.secondary' }}
    >
      <Link component={RouterLink} to="/mydecks" sx={{ flexShrink: 0, py: 1.25 }}>
        My Decks
      </Link>
      <span aria-hidden>/</span>
      <Typography noWrap aria-current="page" sx={{ minWidth: 0 }}>
        {title}
      </Typography>
    </Box>
  );
}

const cardGrid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
};

function CardSkeletons() {
  return (
    <Box sx={cardGrid} aria-hidden>
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={208} sx={{ borderRadius: '16px' }} />
      ))}
    </Box>
  );
}

interface DeleteCardProps {
  onDelete: () => Promise<void>;
  onClose: () => void;
}

function DeleteCard({ onDelete, onClose }: DeleteCardProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onDelete();
    } catch (failure) {
      setBusy(false);
      setError(messageOf(failure, 'Failed to delete flashcard. Please try again.'));
    }
  };
  return (
    <ConfirmDialog
      open
      title="Delete Flashcard"
      text="Are you sure you want to delete this flashcard? This action cannot be undone."
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

function useDeckDetail(id: string, page: number) {
  const { data, previousData, loading, error, refetch } = useQuery(DeckDetailScreenDocument, {
    variables: { id, page },
  });
  const shown = data?.deck ?? (previousData?.deck?.id === id ? previousData.deck : undefined);
  return { deck: shown, cards: shown?.flashcards, loading, error, refetch };
}

function useCardChanges(deckId: string, refetch: () => Promise<unknown>) {
  const notify = useNotify();
  const [add] = useMutation(AddFlashcardDocument);
  const [edit] = useMutation(EditFlashcardDocument);
  const [remove] = useMutation(DeleteFlashcardDocument);
  return {
    add: async (sides: { frontText: string; backText: string }) => {
      await add({ variables: { input: { deckId, ...sides } } });
      await refetch();
      notify('Flashcard added.');
    },
    edit: async (id: string, sides: { frontText: string; backText: string }) => {
      await edit({ variables: { input: { id, ...sides } } });
      notify('Flashcard saved.');
    },
    remove: async (id: string) => {
      await remove({ variables: { input: { id } } });
      notify('Flashcard deleted.');
    },
  };
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const gone = errorCode(error) === 'DECK_NOT_FOUND';
  return (
    <Alert
      severity="error"
      action={
        !gone && (
          <Button variant="text" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {messageOf(error, 'Failed to load deck data. Please try again later.')}
    </Alert>
  );
}

export function DeckDetailPage() {
  const { deckId = '' } = useParams();
  const [page, setPage] = useState(1);
  const { deck, cards, loading, error, refetch } = useDeckDetail(deckId, page);
  const changes = useCardChanges(deckId, refetch);
  useSettling(deck && [deck], refetch);
  const [open, setOpen] = useState<Open>(null);
  const late = useDelayed(loading && !deck);
  const close = () => setOpen(null);
  const title = deck?.title ?? `Deck ${deckId}`;
  const isEmpty = cards?.pageInfo.totalItems === 0;

  const removeCard = async (id: string) => {
    await changes.remove(id);
    close();
    if (cards?.items.length === 1 && page > 1) return setPage(page - 1);
    await refetch();
  };

  const actions = deck && (
    <>
      <Button
        variant={isEmpty ? 'contained' : 'outlined'}
        startIcon={<PlusIcon />}
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
        onClick={() => setOpen({ kind: 'add' })}
      >
        Add Flashcard
      </Button>
      {!isEmpty && (
        <Button component={RouterLink} to={`/study/${deckId}`} variant="contained">
          Start Studying
        </Button>
      )}
    </>
  );

  return (
    <Page
      title={title}
      lead={deck?.description ?? ' '}
      above={<Breadcrumb title={title} />}
      actions={actions}
    >
      {error && !deck && !loading && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {late && <CardSkeletons />}
      {deck && !isEmpty && <SummaryStrip deck={deck} />}
      {isEmpty && (
        <Card>
          <EmptyState title="No Flashcards Yet" text="Create your first flashcard and start learning!" />
        </Card>
      )}
      <Box sx={cardGrid}>
        {cards?.items.map((card) => (
          <DeckFlashcard
            key={card.id}
            card={card}
            onEdit={() => setOpen({ kind: 'edit', card })}
            onDelete={() => setOpen({ kind: 'delete', card })}
          />
        ))}
      </Box>
      <Pages
        page={page}
        totalPages={cards?.pageInfo.totalPages ?? 0}
        label="Pages of flashcards"
        onChange={(chosen) => {
          setPage(chosen);
          window.scrollTo({ top: 0 });
        }}
      />
      <Suspense>
        {open?.kind === 'add' && (
          <CardDialog
            onClose={close}
            onSave={async (sides) => {
              await changes.add(sides);
              close();
            }}
          />
        )}
        {open?.kind === 'edit' && (
          <CardDialog
            card={open.card}
            onClose={close}
            onSave={async (sides) => {
              await changes.edit(open.card.id, sides);
              close();
            }}
          />
        )}
      </Suspense>
      {open?.kind === 'delete' && <DeleteCard onDelete={() => removeCard(open.card.id)} onClose={close} />}
    </Page>
  );
}
