import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useApolloClient } from '@apollo/client/react';
import { generation as limits } from '@kumbuka/contracts/constants';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ownText } from '../../shared/lib/own-text.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { hidden } from '../../shared/ui/hidden.ts';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { BusyStep } from './busy-step.tsx';
import { forgetDraft, readDraft } from './draft.ts';
import { failureText, fallbackNote } from './generation-rules.ts';
import type { GenerationStep, Target } from './generation-state.ts';
import { GenerationProgressDocument } from './generation.generated.ts';
import { PreviewStep } from './preview-step.tsx';
import { TextStep, type Draft } from './text-step.tsx';
import { useGeneration, type Inserted } from './use-generation.ts';

const cardsAPage = 10;

/** New cards come last in their deck: the first of them is shown. */
function placeOf({ deck, inserted }: Inserted, { deckId }: Target) {
  const firstNew = deck ? Math.max(1, deck.cardCount - inserted + 1) : 1;
  const page = Math.ceil(firstNew / cardsAPage);
  return { to: `/mydecks/${deckId}${page > 1 ? `?page=${page}` : ''}`, state: { firstNew, added: inserted } };
}

export interface GenerationDialogProps {
  open: boolean;
  /** The deck of the page that asks; null where it is picked here. Another one each time that the dialog is asked for. */
  target: Target | null;
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

/** Says of a closed dialog that cards became ready, or that the cards that were looked at are kept. */
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

/** For screen readers; the dialog hides the page's own live region. */
const heardOf = (state: GenerationStep) =>
  state.step === 'preview'
    ? t`Ready: ${plural(state.pairs.length, { one: '# card', other: '# cards' })}.`
    : '';

/** Earlier generations and cards come later than the dialog, and differ in height: it stays where it is. */
const oneHeight = { height: 'min(46rem, calc(100dvh - 64px))' };

const emptyDraft: Draft = { text: '', count: limits.countDefault };

/** From a text to cards in a deck. Closing it forgets the text, but neither stops nor loses a generation. */
export function GenerationDialog({ open, target, onClose }: GenerationDialogProps) {
  const { user } = useAuth();
  const client = useApolloClient();
  const isNarrow = useMediaQuery('(max-width: 599.95px)');
  const [draft, setDraft] = useState<Draft>(() => ({ ...emptyDraft, text: user ? readDraft(user.id) : '' }));
  const { state, dispatch, start } = useGeneration(useInserted(open, onClose));

  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined) forgetDraft(userId);
  }, [userId]);
  useEffect(() => {
    if (open) dispatch({ type: 'opened', target });
  }, [open, target, dispatch]);
  useClosedPreview(open, state);

  const close = () => {
    setDraft(emptyDraft);
    dispatch({ type: 'left' });
    onClose();
  };
  const openEarlier = async (id: string, wanted: Target) => {
    dispatch({ type: 'asked', target: wanted, mode: 'preview' });
    try {
      const { data } = await client.query({ query: GenerationProgressDocument, variables: { id } });
      if (data) dispatch({ type: 'received', generation: data.generation });
    } catch (error) {
      dispatch({ type: 'failed', message: failureText(error, 'preview') });
    }
  };
  const isWide = state.step !== 'text';
  /** A deck that is picked in the dialog stands there: the title keeps its height when it comes. */
  const named = target !== null || isWide ? (state.target ?? target) : null;
  const hasText = state.step === 'text' && draft.text.trim() !== '';
  const keepsOpen = hasText || state.step === 'inserting';
  /** Neither a key nor a click beside the dialog loses a text; the pairs of a preview are kept while it is closed. */
  const leave = (_event: object, reason: 'escapeKeyDown' | 'backdropClick') => {
    if (keepsOpen) return;
    if (state.step !== 'preview') return close();
    if (reason === 'escapeKeyDown') onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={leave}
      fullScreen={isNarrow}
      fullWidth
      maxWidth={isWide ? 'md' : 'sm'}
      slotProps={{ paper: { sx: isNarrow ? {} : oneHeight } }}
      aria-labelledby="generation-title"
    >
      <DialogTitle id="generation-title" sx={{ pb: named ? 0 : 1 }}>
        {t`Generate flashcards with AI`}
      </DialogTitle>
      {named && (
        <Typography
          variant="body2"
          noWrap
          sx={{ px: 3, pt: 0.5, pb: 1, color: 'text.secondary', flexShrink: 0 }}
        >
          <Trans>
            For <bdi {...ownText}>{named.title}</bdi>
          </Trans>
        </Typography>
      )}
      <div role="status" style={hidden}>
        {heardOf(state)}
      </div>
      {state.step === 'text' && (
        <TextStep
          isNarrow={isNarrow}
          draft={draft}
          onDraft={(change) => setDraft((before) => ({ ...before, ...change }))}
          target={state.target}
          picksDeck={target === null}
          onTarget={(picked) => dispatch({ type: 'opened', target: picked })}
          error={state.error}
          onStart={(mode, chosen) => void start({ ...draft, target: chosen, mode })}
          onOpenEarlier={(id, chosen) => void openEarlier(id, chosen)}
          onClose={close}
        />
      )}
      {state.step === 'running' && (
        <BusyStep generation={state.generation} count={draft.count} onClose={onClose} />
      )}
      {(state.step === 'preview' || state.step === 'inserting') && (
        <PreviewStep
          pairs={state.pairs}
          insertedBefore={state.insertedBefore}
          isFallback={state.isFallback}
          made={state}
          error={state.step === 'preview' ? state.error : null}
          inserting={state.step === 'inserting'}
          onChange={(pair) => dispatch({ type: 'changed', pair })}
          onChangeAll={(isKept) => dispatch({ type: 'all-changed', isKept })}
          onClose={onClose}
          onBack={() => dispatch({ type: 'left' })}
          onInsert={() => dispatch({ type: 'insert-asked' })}
        />
      )}
    </Dialog>
  );
}
