import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { useAuth } from '../../../shared/auth/auth-context.tsx';
import { deckFailure } from '../../../shared/study/deck-failure.ts';
import { newId } from '../../../shared/browser/ids.ts';
import { usePageTitle } from '../../../shared/format/page-title.ts';
import { deckOf, sessionElsewhere } from '../../../shared/study/open-session.ts';
import { discardPausedSession, pausedSessionAt } from '../../../shared/study/paused-session.ts';
import { shownAnswerIn } from '../../../shared/study/shown-answer.ts';
import { useStudyPreferences } from '../../../shared/study/study-preferences.ts';
import { useOnlyTab } from '../../../shared/hooks/use-only-tab.ts';
import { EmptyState } from '../../../shared/ui/states/empty-state.tsx';
import { FailedState } from '../../../shared/ui/states/failed-state.tsx';
import { useDismissNote } from '../../../shared/ui/states/snackbars.tsx';
import {
  loadDeckSession,
  loadDueSession,
  loadElsewhere,
  loadPaused,
  type ResumedSession,
} from './load/load-session.ts';
import { lockOf, type LoadedSession } from './load/loaded-session.ts';
import { SessionArea } from './view/session-layout.tsx';
import { currentAnswer, currentCard, startSession, type SessionState } from './state/session-state.ts';
import { StudySession } from './view/study-session.tsx';

interface Ready {
  state: SessionState;
  loaded: LoadedSession;
  resumed: boolean;
}

type Loading = { phase: 'loading' } | { phase: 'failed'; error: unknown } | ({ phase: 'ready' } & Ready);

function readyFrom(loaded: LoadedSession): Ready {
  const { cards, rest, unnamed } = loaded;
  return {
    loaded,
    resumed: false,
    state: startSession({ sessionId: newId(), cards, rest, unnamed, at: Date.now() }),
  };
}

function resumedFrom(loaded: ResumedSession): Ready {
  const { sessionId, cards, rest, unnamed, current, answers, elapsedMs } = loaded;
  const state = startSession({
    sessionId,
    cards,
    rest,
    unnamed,
    at: Date.now(),
    resumed: { current, answers, elapsedMs },
  });
  return { loaded, resumed: true, state };
}

const minutesOf = (text: string | null) =>
  text && /^\d{1,3}$/.test(text) && Number(text) > 0 ? Number(text) : null;

interface Address {
  deckId: string;
  minutes: number | null;
  /** Whether the cards are those of the exam. */
  isExam: boolean;
  path: string;
  /** Whether the session follows a portion that was just studied here. */
  isFurther: boolean;
}

/** Loads the deck's or the due cards once; a paused session of the same address continues where it stopped. */
function useSessionLoad({ deckId, minutes, isExam, path, isFurther }: Address): Loading {
  const client = useApolloClient();
  const userId = useAuth().user!.id;
  const { portionSize } = useStudyPreferences();
  const [loading, setLoading] = useState<Loading>({ phase: 'loading' });
  const portion = useRef(portionSize);
  useEffect(() => {
    let left = false;
    const load = async (): Promise<Ready> => {
      const paused = pausedSessionAt(userId, path);
      if (paused) {
        const resumed = await loadPaused(client, userId, paused);
        if (resumed && resumed.cards.length > 0) return resumedFrom(resumed);
        discardPausedSession(userId, paused.sessionId);
      }
      const loaded =
        deckId === 'due'
          ? await loadDueSession(client, minutes, portion.current, isExam)
          : await loadDeckSession(client, deckId, { portionSize: portion.current, isFurther });
      const elsewhere = sessionElsewhere(loaded.open, userId);
      if (!elsewhere || deckOf(elsewhere) !== deckId || minutes !== null) return readyFrom(loaded);
      const resumed = await loadElsewhere(client, elsewhere, loaded, path).catch(() => null);
      return resumed && resumed.cards.length > 0 ? resumedFrom(resumed) : readyFrom(loaded);
    };
    load().then(
      (ready) => void (left || setLoading({ phase: 'ready', ...ready })),
      (error: unknown) => void (left || setLoading({ phase: 'failed', error })),
    );
    return () => {
      left = true;
    };
  }, [client, userId, deckId, minutes, isExam, path, isFurther]);
  return loading;
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const fallback = t`Failed to load study session. Please try again.`;
  return (
    <FailedState
      {...deckFailure(error, t`The session could not be loaded`, fallback, onRetry)}
      heading="h1"
      next={{ to: '/study', label: t`Go Back` }}
    />
  );
}

/** Why there is nothing to study: no cards at all, or all of them left out. */
function NoCards({
  deckId,
  areShelved,
  isExam,
  isFurther,
}: Pick<Address, 'deckId' | 'isExam' | 'isFurther'> & { areShelved: boolean }) {
  if (isExam)
    return (
      <EmptyState
        title={t`Done for the exam today`}
        heading="h1"
        text={t`Nothing more is planned for the exam today: its share is studied, or you remember its cards well. On the day of the exam no cards are planned.`}
        action={
          <Button component={Link} to="/study" variant="contained">
            {t`Back to Study`}
          </Button>
        }
      />
    );
  if (deckId === 'due')
    return (
      <EmptyState
        title={t`Nothing due today`}
        heading="h1"
        text={t`No card is due, and no deck has new cards. Add some cards, or come back tomorrow.`}
        action={
          <Button component={Link} to="/study" variant="contained">
            {t`Back to Study`}
          </Button>
        }
      />
    );
  if (areShelved)
    return (
      <EmptyState
        title={t`Nothing to study in this deck`}
        heading="h1"
        text={
          isFurther
            ? t`Every other card of this deck was answered today.`
            : t`Its cards are suspended, or buried until tomorrow.`
        }
        action={
          <Button component={Link} to={`/mydecks/${deckId}`} variant="contained">
            {t`Back to Deck`}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title={t`No Flashcards Found`}
      heading="h1"
      text={t`This deck doesn't have any flashcards yet. Add some flashcards to start studying!`}
      action={
        <Button component={Link} to={`/mydecks/${deckId}`} variant="contained">
          {t`Back to Deck`}
        </Button>
      }
    />
  );
}

/** Shows the answer of the first card at once, when the learner asked for it on another page. */
const withShownAnswer = (state: SessionState, cardId: string | null): SessionState =>
  cardId !== null && currentCard(state)?.id === cardId && !currentAnswer(state)
    ? { ...state, answerShown: true }
    : state;

interface SessionAtProps extends Address {
  onRetry: () => void;
  onMore: () => void;
}

function SessionAt({ onRetry, onMore, ...address }: SessionAtProps) {
  const { deckId, isExam, path, isFurther } = address;
  const loading = useSessionLoad(address);
  const shown = shownAnswerIn(useLocation().state);
  usePageTitle(loading.phase === 'ready' ? loading.loaded.title : t`Study Session`);
  if (loading.phase === 'failed') return <Failed error={loading.error} onRetry={onRetry} />;
  if (loading.phase === 'loading')
    return (
      <Typography role="status" sx={{ color: 'text.secondary', textAlign: 'center', py: 12 }}>
        {t`Loading study session...`}
      </Typography>
    );
  const { loaded, resumed } = loading;
  const state = withShownAnswer(loading.state, shown);
  if (loaded.cards.length === 0)
    return <NoCards deckId={deckId} isExam={isExam} areShelved={loaded.hasCards} isFurther={isFurther} />;
  return <StudySession start={state} loaded={loaded} resumed={resumed} path={path} onMore={onMore} />;
}

/** Studies a session in one tab, because two would count a card twice. Another tab asks before it takes the session over. */
function SessionInOneTab(address: Omit<Address, 'isFurther'>) {
  const [{ loads, isFurther }, setLoad] = useState({ loads: 0, isFurther: false });
  const userId = useAuth().user!.id;
  const { holder, take } = useOnlyTab(lockOf(userId, address.path));
  if (holder === 'mine')
    return (
      <SessionAt
        key={loads}
        {...address}
        isFurther={isFurther}
        onRetry={() => setLoad({ loads: loads + 1, isFurther })}
        onMore={() => setLoad({ loads: loads + 1, isFurther: true })}
      />
    );
  if (holder === 'pending') return <></>;
  return (
    <EmptyState
      title={t`This session is open in another tab`}
      heading="h1"
      text={t`Continue there, or study here with the same answers.`}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
          <Button variant="contained" onClick={take}>
            {t`Study here`}
          </Button>
          <Button component={Link} to="/study" variant="text">
            {t`Go Back`}
          </Button>
        </Box>
      }
    />
  );
}

export function SessionPage() {
  const { deckId = '' } = useParams();
  const [params] = useSearchParams();
  const minutes = minutesOf(params.get('minutes'));
  const isExam = minutes !== null && params.get('exam') === '1';
  const path = `/study/${deckId}${minutes === null ? '' : `?minutes=${minutes}${isExam ? '&exam=1' : ''}`}`;
  const dismissNote = useDismissNote();
  useEffect(dismissNote, [dismissNote]);
  return (
    <SessionArea>
      <SessionInOneTab key={path} deckId={deckId} minutes={minutes} isExam={isExam} path={path} />
    </SessionArea>
  );
}
