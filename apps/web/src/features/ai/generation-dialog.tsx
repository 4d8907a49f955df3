import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useApolloClient } from '@apollo/client/react';
import { generation as limits } from '@kumbuka/contracts/constants';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { generationPlace, type GenerationDraft, type Rewriting } from '../../shared/ai/open-generation.ts';
import { draftOf } from '../../shared/browser/drafts.ts';
import { useLeaveQuestion } from '../../shared/hooks/use-leave-question.ts';
import { ownText } from '../../shared/format/own-text.ts';
import { hidden } from '../../shared/ui/hidden.ts';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { BusyStep } from './busy-step.tsx';
import { fallbackNote } from './generation-rules.ts';
import type { GenerationStep, Target } from './generation-state.ts';
import { PreviewStep } from './preview-step.tsx';
import { TextStep, type Draft } from './text-step.tsx';
import { useGeneration, type Inserted } from './use-generation.ts';
import { dialogOfOneHeight } from '../../shared/theme/tokens.ts';

const cardsAPage = 10;

/** Returns the position of the first new card; new cards are the last of their deck. */
function placeOf({ deck, inserted }: Inserted, { deckId }: Target) {
  const firstNew = deck ? Math.max(1, deck.cardCount - inserted + 1) : 1;
  const page = Math.ceil(firstNew / cardsAPage);
  return { to: `/mydecks/${deckId}${page > 1 ? `?page=${page}` : ''}`, state: { firstNew, added: inserted } };
}

export interface GenerationDialogProps {
  open: boolean;
  /** Deck of the page that opened the dialog, a new object each time; `null` where the deck is picked here. */
  target: Target | null;
  /** Text to begin with, in place of what was typed before. */
  text?: string | undefined;
  rewriting?: Rewriting | undefined;
  onClose: () => void;
}

/** Reports inserted cards and shows them, unless the learner has left the dialog. */
function useInserted(open: boolean, onClose: () => void) {
  const client = useApolloClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const looked = useRef(open);
  useEffect(() => {
    looked.current = open;
  }, [open]);
  return useCallback(
    (inserted: Inserted, target: Target, note: string) => {
      const added = t`${plural(inserted.inserted, { one: '# card', other: '# cards' })} added to ${target.title}.`;
      const notes = [added, note, inserted.generation.isFallback ? fallbackNote() : ''];
      notify(notes.filter(Boolean).join(' '));
      void client.refetchQueries({ include: 'active' });
      if (!looked.current) return;
      onClose();
      const { to, state } = placeOf(inserted, target);
      void navigate(to, { state });
    },
    [client, navigate, notify, onClose],
  );
}

/** Notifies after the dialog was closed that cards are ready, or that the previewed cards are kept. */
function useClosedPreview(open: boolean, state: GenerationStep) {
  const notify = useNotify();
  const previewed = state.step === 'preview' ? state.generationId : null;
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (previewed === null) return;
    if (open) seen.current = previewed;
    else if (seen.current === previewed)
      notify(t`Your generated cards are kept. Open the dialog to find them again.`, 'info');
    else notify(t`Your generated cards are ready. Open the dialog to see them.`, 'info');
  }, [open, previewed, notify]);
}

/** Announcement for screen readers. The dialog hides the page's own live region from them. */
const announcementOf = (state: GenerationStep) =>
  state.step === 'preview'
    ? t`Ready: ${plural(state.pairs.length, { one: '# card', other: '# cards' })}.`
    : '';

interface HeadProps {
  /** Deck of the cards, where the title names it. */
  deck: Target | null;
  announcement: string;
}

function Head({ deck, announcement }: HeadProps) {
  const title = <bdi {...ownText}>{deck?.title}</bdi>;
  return (
    <>
      <DialogTitle id="generation-title" sx={{ pb: deck ? 0 : 1 }}>
        {t`Generate flashcards with AI`}
      </DialogTitle>
      {deck && (
        <Typography
          variant="body2"
          noWrap
          sx={{ px: 3, pt: 0.5, pb: 1, color: 'text.secondary', flexShrink: 0 }}
        >
          <Trans>For {title}</Trans>
        </Typography>
      )}
      <div role="status" style={hidden}>
        {announcement}
      </div>
    </>
  );
}

const emptyDraft: Draft = { text: '', count: limits.countDefault };

/** State of the text and the number of cards, which this tab keeps until they are used or discarded. */
function useDraft(target: Target | null) {
  const [stored] = useState(() => draftOf<GenerationDraft>(generationPlace));
  const [draft, setDraft] = useState<Draft>(() => stored.read() ?? emptyDraft);
  const path = useLocation().pathname;
  const place = useRef({ target, path });
  useEffect(() => {
    place.current = { target, path };
  });
  // Only a change of the text is kept: the same text may be shown on another page after it was used.
  useEffect(() => {
    if (draft.text.trim() === '') stored.forget();
    else stored.keep({ ...draft, ...place.current });
  }, [stored, draft]);
  useLeaveQuestion(() => stored.read() !== null);
  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    clear: () => setDraft(emptyDraft),
    forget: stored.forget,
  };
}

/** Dialog from a text to cards in a deck. Closing it forgets the text, but keeps a running generation. */
export function GenerationDialog({ open, target, text, rewriting, onClose }: GenerationDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 599.95px)');
  const { draft, change, clear, forget } = useDraft(target);
  const whenInserted = useInserted(open, onClose);
  const { state, dispatch, start, openEarlier } = useGeneration((...inserted) => {
    forget();
    whenInserted(...inserted);
  });
  /** Text that the dialog was opened with when the generation was started. */
  const [madeFor, setMadeFor] = useState<string>();
  const isOfThis = madeFor === text;
  const show = useEffectEvent((shown: Target | null) =>
    dispatch({ type: 'opened', target: shown, isAnew: text !== undefined && !isOfThis }),
  );
  useEffect(() => {
    if (open) show(target);
  }, [open, target]);
  const begin = useEffectEvent((given: string) => change({ text: given }));
  useEffect(() => {
    if (open && text !== undefined) begin(text);
  }, [open, text]);
  useClosedPreview(open, state);

  const close = () => {
    clear();
    dispatch({ type: 'left' });
    onClose();
  };
  /** Neither a key nor a click beside the dialog loses a text; a generation and its preview are kept while it is closed. */
  const leave = (_event: object, reason: 'escapeKeyDown' | 'backdropClick') => {
    const hasText = state.step === 'text' && draft.text.trim() !== '';
    if (hasText || state.step === 'inserting') return;
    if (state.step === 'text') return close();
    if (state.step === 'running' || reason === 'escapeKeyDown') onClose();
  };
  const isWide = state.step !== 'text';
  // The first step shows a deck that is picked in it, so that the title keeps its height.
  const namedDeck = isWide ? state.target : target;
  return (
    <Dialog
      open={open}
      onClose={leave}
      fullScreen={isNarrow}
      fullWidth
      maxWidth={isWide ? 'md' : 'sm'}
      slotProps={{ paper: { sx: isNarrow ? {} : dialogOfOneHeight } }}
      aria-labelledby="generation-title"
    >
      <Head deck={namedDeck} announcement={announcementOf(state)} />
      {state.step === 'text' && (
        <TextStep
          draft={draft}
          onDraft={change}
          target={target ?? state.target}
          picksDeck={target === null}
          onTarget={(picked) => dispatch({ type: 'opened', target: picked })}
          error={state.error}
          onStart={(mode, chosen) => {
            setMadeFor(text);
            void start({ ...draft, target: chosen, mode });
          }}
          onOpenEarlier={(id, chosen) => {
            setMadeFor(text);
            void openEarlier(id, chosen);
          }}
          onClose={close}
        />
      )}
      {state.step === 'running' && (
        <BusyStep generation={state.generation} count={draft.count} onClose={onClose} />
      )}
      {(state.step === 'preview' || state.step === 'inserting') && (
        <PreviewStep
          pairs={state.pairs}
          rewriting={
            isOfThis && rewriting
              ? {
                  ...rewriting,
                  onUse: (sides) => {
                    close();
                    rewriting.onUse(sides);
                  },
                }
              : undefined
          }
          deckId={state.target.deckId}
          insertedBefore={state.insertedBefore}
          isFallback={state.isFallback}
          made={state}
          error={state.step === 'preview' ? state.error : null}
          inserting={state.step === 'inserting'}
          onChange={(pair) => dispatch({ type: 'changed', pair })}
          onChangeAll={(isKept) => dispatch({ type: 'all-changed', isKept })}
          onClose={onClose}
          onBack={() => dispatch({ type: 'left' })}
          onInsert={() => dispatch({ type: 'insert-requested' })}
        />
      )}
    </Dialog>
  );
}
