import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { lazyNamed } from '../../../../shared/browser/lazy-named.tsx';
import { localStore } from '../../../../shared/browser/storage.ts';
import { useNow } from '../../../../shared/hooks/use-now.ts';
import { useStudyPreferences } from '../../../../shared/study/study-preferences.ts';
import { useStudyClock } from '../../../../shared/study/use-study-clock.ts';
import { useAnnounce } from '../../../../shared/ui/states/announcer.tsx';
import { EmptyState } from '../../../../shared/ui/states/empty-state.tsx';
import { useNotify } from '../../../../shared/ui/states/snackbars.tsx';
import { Actions } from './actions.tsx';
import { AdvanceOffer } from './advance-offer.tsx';
import { whyLine } from '../state/card-words.ts';
import type { LoadedSession } from '../load/loaded-session.ts';
import { FailureAlert, ShelfAlert } from './session-alerts.tsx';
import { SessionHeader } from './session-header.tsx';
import { SessionColumn } from './session-layout.tsx';
import { SessionProgress } from './session-progress.tsx';
import { currentCard, outcomesOf, type SessionState } from '../state/session-state.ts';
import { sessionWords } from '../state/session-words.ts';
import { CurrentCard } from './study-card.tsx';
import type { SessionFailure } from '../hooks/use-answers.ts';
import { editorPlace, useSessionControls } from '../hooks/use-session-controls.ts';
import { useNextDays } from '../hooks/use-next-days.ts';
import { useSession } from '../hooks/use-session.ts';

const loadSummary = () => import('./summary-dialog.tsx');
const SummaryDialog = lazyNamed(loadSummary, 'SummaryDialog');
const CardDialog = lazyNamed(() => import('../../../../shared/ui/dialog/card-dialog.tsx'), 'CardDialog');

/** The last failure, until the next flip or answer. A success clears only a fault, because its answer was sent again. */
function useFailure() {
  const [failure, setFailure] = useState<SessionFailure>(null);
  const onFailure = useCallback(
    (next: SessionFailure) => setFailure((before) => next ?? (before === 'fault' ? null : before)),
    [],
  );
  return { failure, onFailure, clearFailure: () => setFailure(null) };
}

/** Where the browser keeps nothing, answers are sent but a closed session is lost. */
function useStorageNote() {
  const notify = useNotify();
  useEffect(
    () =>
      localStore.onLost(() =>
        notify(
          t`This browser stores no data: your answers are sent, but you cannot resume this session later.`,
          'info',
        ),
      ),
    [notify],
  );
}

function useResumedNote(resumed: boolean, start: SessionState) {
  const announce = useAnnounce();
  useEffect(() => {
    if (resumed) announce(t`Resumed at card ${start.current + 1} of ${start.total}.`);
  }, [announce, resumed, start]);
}

/** Every card was left out. */
function NothingLeft() {
  return (
    <EmptyState
      title={t`No card is left in this session`}
      heading="h1"
      text={t`You skipped every card. Suspended cards stay in their deck; the others come back tomorrow.`}
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
  const now = useNow();
  const clock = useStudyClock();
  const { advancesAutomatically, singleKeyShortcuts, repeatsMissed, fourAnswers, showsNextDay } =
    useStudyPreferences();
  const { failure, onFailure, clearFailure } = useFailure();
  const advances = advancesAutomatically === true;
  const session = useSession({ start, loaded, resumed, path, advances, repeatsMissed, onFailure });
  const exit = () => void navigate('/study');
  const isRound = session.state.endedSession !== null;
  const { shownDay, dayText } = useNextDays(currentCard(session.state)?.id, showsNextDay && !isRound);
  const { group, flip, answer, act, editing, closeEditor } = useSessionControls(session, {
    singleKeys: singleKeyShortcuts,
    fourAnswers: fourAnswers && !isRound,
    shownDay,
    onAct: clearFailure,
    onExit: exit,
  });
  useStorageNote();
  useResumedNote(resumed, start);
  useEffect(() => {
    void loadSummary();
  }, []);

  const { state } = session;
  const card = currentCard(state);
  const header = <SessionHeader title={loaded.title} isOwn={loaded.deckId !== null} onExit={exit} />;
  const shelfAlert = <ShelfAlert {...session.shelving} />;
  if (!card && state.total > 0) return <></>;
  if (!card)
    return (
      <>
        {header}
        {shelfAlert}
        <NothingLeft />
      </>
    );
  return (
    <SessionColumn>
      {header}
      <SessionProgress
        state={state}
        deckTotal={loaded.deckTotal}
        isOfOneDeck={loaded.deckId !== null}
        secondsPerAnswer={loaded.secondsPerAnswer}
      />
      {failure && <FailureAlert failure={failure} onRetry={session.retry} onClose={clearFailure} />}
      {shelfAlert}
      <CurrentCard
        state={state}
        card={card}
        line={session.savedText ?? whyLine(card.schedule, now, clock, sessionWords())}
        groupRef={group}
        onFlip={flip}
        advances={advances}
        onSwipe={(wasCorrect) => answer(wasCorrect ? 3 : 1)}
        onAct={act}
      />
      <Actions
        state={state}
        fourAnswers={fourAnswers}
        dayText={dayText}
        onFlip={flip}
        onAnswer={answer}
        onMove={session.move}
        onUndo={session.undo}
        onFinish={() => void session.finish()}
        offer={!advances && Object.keys(state.answers).length === 0 && <AdvanceOffer />}
      />
      {editing && (
        <Suspense>
          <CardDialog
            place={editorPlace}
            languages={editing.languages}
            card={{
              id: editing.id,
              frontText: editing.question,
              backText: editing.answer,
              format: editing.format,
              kind: editing.kind,
              version: editing.version,
            }}
            onSave={async (sides, { expectedVersion }) => {
              await session.edit(editing.id, sides, expectedVersion);
              closeEditor();
            }}
            onClose={closeEditor}
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
            {...(loaded.deckTotal === null ? {} : { more: { deckId: loaded.deckId, onMore } })}
          />
        </Suspense>
      )}
    </SessionColumn>
  );
}
