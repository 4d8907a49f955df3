import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNow } from '../../shared/lib/use-now.ts';
import { useAnnounce } from '../../shared/ui/announcer.tsx';
import { FlipCard } from '../../shared/ui/flip-card.tsx';
import { CheckIcon, CloseIcon } from '../../shared/ui/icons.tsx';
import { SessionEdge, type Outcome } from '../../shared/ui/session-edge.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { Actions } from './actions.tsx';
import { commandFor, type Command } from './keyboard.ts';
import type { LoadedSession } from './load-session.ts';
import { timeLeft, whyLine } from './sentences.ts';
import {
  countersOf,
  currentAnswer,
  currentCard,
  type CardAnswer,
  type SessionState,
  type StudyCard,
} from './session-state.ts';
import { useSession } from './use-session.ts';

const loadSummary = () => import('./summary-dialog.tsx');
const SummaryDialog = lazy(async () => ({ default: (await loadSummary()).SummaryDialog }));
const saveFailed = 'Failed to save your progress. Please try again.';

function outcomesOf({ cards, answers, total }: SessionState): Outcome[] {
  const known = cards.map(({ id }): Outcome => {
    const given = answers[id];
    if (!given) return 'open';
    return given.wasCorrect ? 'right' : 'wrong';
  });
  return [...known, ...Array.from({ length: total - known.length }, (): Outcome => 'open')];
}

function Header({ title, onExit }: { title: string; onExit: () => void }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 2 }, ml: -1.25, mb: 1.5 }}>
      <IconButton aria-label="Exit study session" onClick={onExit}>
        <CloseIcon />
      </IconButton>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h1" noWrap>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Master your knowledge through active recall
        </Typography>
      </Box>
    </Box>
  );
}

function Progress({ state, secondsPerAnswer }: { state: SessionState; secondsPerAnswer: number }) {
  const position = state.current + 1;
  const open = state.total - Object.keys(state.answers).length;
  return (
    <Box sx={{ mb: { xs: 2, sm: 3 } }}>
      <Box
        role="progressbar"
        aria-label="Cards"
        aria-valuemin={0}
        aria-valuemax={state.total}
        aria-valuenow={position}
        aria-valuetext={`${position} of ${state.total} cards`}
      >
        <SessionEdge outcomes={outcomesOf(state)} current={state.current} />
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 1, color: 'text.secondary' }}>
        <Typography variant="body2">
          {position} of {state.total} cards
        </Typography>
        <Typography variant="body2">{timeLeft(open, secondsPerAnswer)}</Typography>
      </Box>
    </Box>
  );
}

function CardCorner({ card, given }: { card: StudyCard; given: CardAnswer | undefined }) {
  if (given)
    return (
      <Tag tone={given.wasCorrect ? 'good' : 'poor'}>
        {given.wasCorrect ? <CheckIcon size={16} /> : <CloseIcon size={16} />}
        {given.wasCorrect ? 'Correct' : 'Incorrect'}
      </Tag>
    );
  return card.schedule?.isLearned ? <Tag tone="good">Mastered</Tag> : <></>;
}

function CardFooter({ card, given, line }: { card: StudyCard; given: CardAnswer | undefined; line: string }) {
  const { studyCount, correctAttempts, incorrectAttempts } = countersOf(card, given);
  return (
    <Box sx={{ textAlign: 'center', fontSize: '0.875rem' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: 21, mb: 1 }}>
        {line}
      </Typography>
      {card.schedule && (
        <Box sx={{ display: 'flex', justifyContent: 'center', flexWrap: 'wrap', columnGap: 2 }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Studied {studyCount}
          </Box>
          <Box component="span" sx={{ color: 'meaning.good' }}>
            Correct {correctAttempts}
          </Box>
          <Box component="span" sx={{ color: 'meaning.poor' }}>
            Incorrect {incorrectAttempts}
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** The edges of the cards still below, drawn behind the card. */
function Stack({ left }: { left: number }) {
  return (
    <>
      {[1, 2].map(
        (layer) =>
          left > layer && (
            <Box
              key={layer}
              aria-hidden
              sx={{
                position: 'absolute',
                zIndex: 0,
                insetInline: layer * 13,
                bottom: layer * -9,
                height: 40,
                borderRadius: '16px',
                border: '1px solid',
                borderColor: 'divider',
                bgcolor: 'background.paper',
                opacity: 1 - layer * 0.25,
              }}
            />
          ),
      )}
    </>
  );
}

const controls = 'button, a, input, select, textarea, [role="button"]';

/** Keys of the whole page, silent while a dialog is open. */
function useSessionKeys(
  enabled: boolean,
  situation: { answerShown: boolean; answered: boolean },
  run: (command: Command) => void,
) {
  const latest = useRef({ situation, run });
  useEffect(() => {
    latest.current = { situation, run };
  });
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      const onControl = event.target instanceof Element && event.target.closest(controls) !== null;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      const { key, ctrlKey, metaKey, altKey, repeat } = event;
      const press = { key, ctrlKey, metaKey, altKey, repeat, onControl };
      const command = commandFor(press, latest.current.situation);
      if (!command) return;
      event.preventDefault();
      latest.current.run(command);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [enabled]);
}

interface StudySessionProps {
  start: SessionState;
  loaded: LoadedSession;
  resumed: boolean;
  path: string;
}

export function StudySession({ start, loaded, resumed, path }: StudySessionProps) {
  const navigate = useNavigate();
  const announce = useAnnounce();
  const now = useNow();
  const [failure, setFailure] = useState<string | null>(null);
  const onRefused = useCallback(() => setFailure(saveFailed), []);
  const session = useSession({ start, loaded, resumed, path, onRefused });
  const { state } = session;
  const group = useRef<HTMLDivElement>(null);
  const card = currentCard(state);
  const given = currentAnswer(state);
  const exit = () => void navigate('/study');

  useEffect(() => {
    if (resumed) announce(`Resumed at card ${start.current + 1} of ${start.total}.`);
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
  const run = (command: Command) => {
    if (command === 'flip') return flip();
    if (command === 'correct' || command === 'incorrect') return answer(command === 'correct');
    if (command === 'next') return session.move(1);
    if (command === 'previous') return session.move(-1);
    if (command === 'undo') return session.undo();
    exit();
  };
  useSessionKeys(
    state.phase === 'studying',
    { answerShown: state.answerShown, answered: given !== undefined },
    run,
  );

  if (!card) return <></>;
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: { xs: 'calc(100dvh - 60px - 24px)', sm: 'auto' },
      }}
    >
      <Header title={loaded.title} onExit={exit} />
      <Progress state={state} secondsPerAnswer={loaded.secondsPerAnswer} />
      {failure && (
        <Alert severity="error" role="alert" sx={{ mb: 2 }} onClose={() => setFailure(null)}>
          {failure}
        </Alert>
      )}
      <Box sx={{ position: 'relative', flex: { xs: 1, sm: 'none' }, display: 'grid', mb: { xs: 4, sm: 5 } }}>
        <Stack left={state.total - state.current} />
        <Box sx={{ position: 'relative', zIndex: 1, minWidth: 0 }}>
          <FlipCard
            key={`${state.sessionId}:${card.id}`}
            size="study"
            question={card.question}
            answer={card.answer}
            flipped={state.answerShown}
            onFlip={flip}
            groupRef={group}
            groupLabel={`Card ${state.current + 1} of ${state.total}`}
            aside={<CardCorner card={card} given={given} />}
            footer={
              <CardFooter card={card} given={given} line={session.savedText ?? whyLine(card.schedule, now)} />
            }
          />
        </Box>
      </Box>
      <Actions
        state={state}
        onFlip={flip}
        onAnswer={answer}
        onMove={session.move}
        onUndo={session.undo}
        onFinish={() => void session.finish()}
      />
      {state.phase === 'complete' && (
        <Suspense>
          <SummaryDialog
            state={state}
            outcomes={outcomesOf(state)}
            onBack={() => void navigate('/study')}
            onRepeat={session.repeat}
          />
        </Suspense>
      )}
    </Box>
  );
}
