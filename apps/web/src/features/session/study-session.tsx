import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { localStore } from '../../shared/lib/storage.ts';
import { useNow } from '../../shared/lib/use-now.ts';
import { useStudyPreferences } from '../../shared/study/study-preferences.ts';
import { useStudyClock } from '../../shared/study/use-study-clock.ts';
import { useAnnounce } from '../../shared/ui/states/announcer.tsx';
import { EmptyState } from '../../shared/ui/states/empty-state.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { Actions } from './actions.tsx';
import type { CardAct } from './card-actions.tsx';
import { whyLine } from './card-words.ts';
import type { Command } from './keyboard.ts';
import type { LoadedSession } from './loaded-session.ts';
import { SessionHeader } from './session-header.tsx';
import { SessionColumn } from './session-layout.tsx';
import { SessionProgress } from './session-progress.tsx';
import { currentAnswer, currentCard, outcomesOf, undoTarget, type SessionState } from './session-state.ts';
import { sessionWords } from './session-words.ts';
import { CurrentCard } from './study-card.tsx';
import { useSession, type SessionFailure } from './use-session.ts';
import { shelfNoteText, type ShelfNote } from './use-shelving.ts';
import { useSessionKeys } from './use-session-keys.ts';

const loadSummary = () => import('./summary-dialog.tsx');
const SummaryDialog = lazy(async () => ({ default: (await loadSummary()).SummaryDialog }));
const CardDialog = lazy(async () => ({
  default: (await import('../../shared/ui/dialog/card-dialog.tsx')).CardDialog,
}));
const saveFailed = () => t`Failed to save your progress. Please try again.`;
const failures = (): Record<NonNullable<SessionFailure>, string> => ({
  fault: saveFailed(),
  refused: saveFailed(),
  repeated: t`This card was already answered in another tab or on another device.`,
  'undo-refused': t`The answer could not be undone. It stays as it was saved.`,
});

/** The card that comes up takes the focus, not the arrow that was pressed: Space would skip it. */
function useFocusOnNewCard(group: RefObject<HTMLDivElement | null>, cardId: string | undefined) {
  const shown = useRef(cardId);
  useEffect(() => {
    if (shown.current === cardId) return;
    shown.current = cardId;
    group.current?.focus({ preventScroll: true });
  }, [group, cardId]);
}

/** After a dialog the card has the focus, not the button that opened it: Space would open it once more. */
function useFocusAfter(isOpen: boolean, group: RefObject<HTMLDivElement | null>) {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) group.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [group, isOpen]);
}

/** Where the browser keeps nothing, answers are sent but a closed session is lost. */
function useStorageNote() {
  const notify = useNotify();
  useEffect(
    () =>
      localStore.onLost(() =>
        notify(
          t`This browser keeps nothing: your answers are sent, but this session cannot be resumed later.`,
          'info',
        ),
      ),
    [notify],
  );
}

/** The text of the face that is up, when it is longer than its card. */
function scrollText(card: HTMLElement | null, direction: 1 | -1) {
  const text = card?.querySelector('[data-scrolls="true"]');
  text?.scrollBy({ top: direction * text.clientHeight * 0.4 });
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="text" size="small" color="inherit" onClick={onRetry}>
      {t`Try again`}
    </Button>
  );
}

interface ShelfAlertProps {
  note: NonNullable<ShelfNote>;
  onUndo: () => void;
  onClose: () => void;
}

/** Says what became of the card that was left out, with the way back. */
function ShelfAlert({ note, onUndo, onClose }: ShelfAlertProps) {
  return (
    <Alert
      severity={note.kind === 'failed' ? 'error' : 'info'}
      role={note.kind === 'failed' ? 'alert' : 'note'}
      sx={{ mb: 2 }}
      {...(note.kind === 'failed'
        ? { onClose }
        : {
            action: (
              <Button variant="text" size="small" color="inherit" disabled={!note.isSaved} onClick={onUndo}>
                {t`Undo`}
              </Button>
            ),
          })}
    >
      {shelfNoteText(note)}
    </Alert>
  );
}

/** Every card was left out. */
function NothingLeft() {
  return (
    <EmptyState
      title={t`No card is left in this session`}
      heading="h1"
      text={t`You left out every card. Suspended cards wait in their deck, the others come back tomorrow.`}
      action={
        <Button component={Link} to="/study" variant="contained">
          {t`Back to Study`}
        </Button>
      }
    />
  );
}

interface StudySessionProps {
  start: SessionState;
  loaded: LoadedSession;
  resumed: boolean;
  path: string;
  /** Begins the next session at this address. */
  onMore: () => void;
}

export function StudySession({ start, loaded, resumed, path, onMore }: StudySessionProps) {
  const navigate = useNavigate();
  const announce = useAnnounce();
  const now = useNow();
  const clock = useStudyClock();
  const [failure, setFailure] = useState<SessionFailure>(null);
  const onFailure = useCallback(
    (next: SessionFailure) => setFailure((before) => next ?? (before === 'fault' ? null : before)),
    [],
  );
  const { advancesAutomatically, singleKeyShortcuts } = useStudyPreferences();
  const advances = advancesAutomatically === true;
  const session = useSession({ start, loaded, resumed, path, advances, onFailure });
  const [isEditing, setEditing] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  useFocusAfter(isEditing, group);
  const { state } = session;
  const card = currentCard(state);
  const cardAnswer = currentAnswer(state);
  const exit = () => void navigate('/study');
  useFocusOnNewCard(group, card?.id);
  useStorageNote();

  useEffect(() => {
    if (resumed) announce(t`Resumed at card ${start.current + 1} of ${start.total}.`);
  }, [announce, resumed, start]);

  useEffect(() => {
    void loadSummary();
  }, []);

  /** After a reveal the card takes the focus, never the Correct button: Space would answer. */
  const flip = () => {
    setFailure(null);
    session.flip();
    group.current?.focus({ preventScroll: true });
  };
  const answer = (wasCorrect: boolean) => {
    setFailure(null);
    session.answer(wasCorrect);
    group.current?.focus({ preventScroll: true });
  };
  const { shelving } = session;
  const act = (chosen: CardAct) => {
    if (chosen === 'edit') return setEditing(true);
    if (chosen === 'flag') void shelving.flag();
    else void shelving.shelve(chosen === 'bury' ? 'buried' : 'suspended');
    group.current?.focus({ preventScroll: true });
  };
  const run = (command: Command) => {
    if (command === 'flip') return flip();
    if (command === 'correct' || command === 'incorrect') return answer(command === 'correct');
    if (command === 'next') return session.move(1);
    if (command === 'previous') return session.move(-1);
    if (command === 'undo') return session.undo();
    if (command === 'edit' || command === 'flag' || command === 'bury' || command === 'suspend')
      return act(command);
    if (command === 'scroll-down' || command === 'scroll-up')
      return scrollText(group.current, command === 'scroll-down' ? 1 : -1);
    exit();
  };
  useSessionKeys(
    state.phase === 'studying',
    {
      answerShown: state.answerShown,
      answered: cardAnswer !== undefined,
      canUndo: undoTarget(state) !== undefined,
      singleKeys: singleKeyShortcuts,
    },
    run,
  );

  const shelfNote = shelving.note && (
    <ShelfAlert note={shelving.note} onUndo={() => void shelving.unshelve()} onClose={shelving.dismiss} />
  );
  if (!card)
    return state.total > 0 ? (
      <></>
    ) : (
      <>
        <SessionHeader title={loaded.title} isOwn={loaded.deckId !== null} onExit={exit} />
        {shelfNote}
        <NothingLeft />
      </>
    );
  return (
    <SessionColumn>
      <SessionHeader title={loaded.title} isOwn={loaded.deckId !== null} onExit={exit} />
      <SessionProgress
        state={state}
        deckTotal={loaded.deckTotal}
        isOfOneDeck={loaded.deckId !== null}
        secondsPerAnswer={loaded.secondsPerAnswer}
      />
      {failure && (
        <Alert
          severity="error"
          role="alert"
          sx={{ mb: 2 }}
          {...(failure === 'fault'
            ? { action: <RetryButton onRetry={session.retry} /> }
            : { onClose: () => setFailure(null) })}
        >
          {failures()[failure]}
        </Alert>
      )}
      {shelfNote}
      <CurrentCard
        state={state}
        card={card}
        line={session.savedText ?? whyLine(card.schedule, now, clock, sessionWords())}
        groupRef={group}
        onFlip={flip}
        onSwipe={answer}
        onAct={act}
      />
      <Actions
        state={state}
        onFlip={flip}
        onAnswer={answer}
        onMove={session.move}
        onUndo={session.undo}
        onFinish={() => void session.finish()}
      />
      {isEditing && (
        <Suspense>
          <CardDialog
            card={{ frontText: card.question, backText: card.answer, version: card.version }}
            onSave={async (sides, { expectedVersion }) => {
              await session.edit(card.id, sides, expectedVersion);
              setEditing(false);
            }}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
      {state.phase === 'complete' && (
        <Suspense>
          <SummaryDialog
            state={state}
            outcomes={outcomesOf(state)}
            onBack={() => void navigate('/study', { replace: true })}
            onRepeat={session.repeat}
            {...(loaded.deckTotal === null ? {} : { onMore })}
          />
        </Suspense>
      )}
    </SessionColumn>
  );
}
