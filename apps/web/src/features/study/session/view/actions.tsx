import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { Rating } from '@kumbuka/schedule';
import type { ReactNode } from 'react';
import {
  ArrowLeftIcon,
  ArrowRightIcon,
  CheckIcon,
  CloseIcon,
  UndoIcon,
} from '../../../../shared/ui/icons.tsx';
import { Kbd } from '../../../../shared/ui/kbd.tsx';
import {
  canFinish,
  currentAnswer,
  hasNext,
  hasPrevious,
  totalsOf,
  undoTarget,
  type SessionState,
} from '../state/session-state.ts';
import { lowWindow, tint } from '../../../../shared/theme/tokens.ts';

interface ActionsProps {
  state: SessionState;
  onFlip: () => void;
  /** Whether cards are answered by four buttons. A round of missed cards always has two. */
  fourAnswers: boolean;
  /** Text of the day on which the card comes after an answer; `null` where it is not shown. */
  dayText?: ((rating: Rating) => string | null) | undefined;
  onAnswer: (rating: Rating) => void;
  onMove: (by: 1 | -1) => void;
  onUndo: () => void;
  onFinish: () => void;
  /** Shown in the place of the undo while there is nothing to undo. */
  offer?: ReactNode;
}

interface MarkProps {
  label: string;
  shortcut: string;
  icon?: ReactNode;
  /** Day on which the card comes next. */
  day?: string | null | undefined;
  colour: 'poor' | 'good';
  onClick: () => void;
}

/** The key is beside the label, so that the day has the whole width and stays in one line. */
const labelOverDay = { display: 'grid', justifyItems: 'center', lineHeight: 1.2 } as const;
const labelAndKey = { display: 'flex', alignItems: 'center', gap: 0.75 } as const;
const dayUnderLabel = { fontSize: '0.75rem', fontWeight: 500, color: 'text.secondary' } as const;

function MarkButton({ label, shortcut, icon, day, colour, onClick }: MarkProps) {
  return (
    <Button
      size="large"
      variant="outlined"
      startIcon={icon}
      endIcon={day ? undefined : <Kbd>{shortcut}</Kbd>}
      onClick={onClick}
      sx={{
        minHeight: 56,
        px: { xs: 1, sm: day ? 0.5 : 2 },
        '&&': {
          color: `meaning.${colour}`,
          borderColor: tint[`${colour}Line`],
        },
        bgcolor: tint[colour],
        '&:hover': { bgcolor: tint[`${colour}Hover`] },
      }}
    >
      {day ? (
        <Box component="span" sx={labelOverDay}>
          <Box component="span" sx={labelAndKey}>
            {label}
            <Kbd>{shortcut}</Kbd>
          </Box>
          <Box component="span" sx={dayUnderLabel}>
            {day}
          </Box>
        </Box>
      ) : (
        label
      )}
    </Button>
  );
}

/** Two lines of text are no higher than one, so that the card above keeps its height. */
const largeSize = { minHeight: 56, height: '3.5rem' };
const large = { ...largeSize, py: 0, px: { xs: 1, sm: 2.5 }, lineHeight: 1.25 };

function FourMarks({ onAnswer, dayText }: Pick<ActionsProps, 'onAnswer' | 'dayText'>) {
  const grades = [
    [1, t`Again`, 'poor'],
    [2, t`Hard`, 'good'],
    [3, t`Good`, 'good'],
    [4, t`Easy`, 'good'],
  ] as const;
  return (
    <Box
      role="group"
      aria-label={t`How well did you know it?`}
      sx={{
        gridColumn: '1 / -1',
        display: 'grid',
        gap: 1,
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      {grades.map(([rating, label, colour]) => (
        <MarkButton
          key={rating}
          label={label}
          shortcut={String(rating)}
          day={dayText?.(rating)}
          colour={colour}
          onClick={() => onAnswer(rating)}
        />
      ))}
    </Box>
  );
}

function Marks({ onAnswer, dayText }: Pick<ActionsProps, 'onAnswer' | 'dayText'>) {
  return (
    <>
      <MarkButton
        label={t`Incorrect`}
        shortcut="0"
        icon={<CloseIcon />}
        colour="poor"
        day={dayText?.(1)}
        onClick={() => onAnswer(1)}
      />
      <MarkButton
        label={t`Correct`}
        shortcut="1"
        icon={<CheckIcon />}
        colour="good"
        day={dayText?.(3)}
        onClick={() => onAnswer(3)}
      />
    </>
  );
}

/** In a round of missed cards the last answer leads to the next round, or to the summary when each was right. */
const finishText = (state: SessionState) =>
  state.endedSession && totalsOf(state).correct < state.total ? t`Next round` : t`Finish Study Session`;

/** Button for the step after an answer, which replaces Correct: the end on the last card, else the next card. */
function NextStep({ state, onMove, onFinish }: Pick<ActionsProps, 'state' | 'onMove' | 'onFinish'>) {
  const finishing = state.phase === 'finishing';
  if (canFinish(state))
    return (
      <Button size="large" variant="contained" disabled={finishing} onClick={onFinish} sx={large}>
        {finishing ? t`Sending your answers…` : finishText(state)}
      </Button>
    );
  return (
    <Button
      size="large"
      variant="contained"
      disabled={!hasNext(state)}
      endIcon={<Kbd>→</Kbd>}
      onClick={() => onMove(1)}
      sx={large}
    >
      {t`Next card`}
    </Button>
  );
}

function MainActions({ state, onFlip, ...props }: Omit<ActionsProps, 'onUndo'>) {
  const answered = currentAnswer(state) !== undefined;
  if (state.answerShown && !answered) {
    const { onAnswer, dayText } = props;
    if (props.fourAnswers && !state.endedSession) return <FourMarks onAnswer={onAnswer} dayText={dayText} />;
    return <Marks onAnswer={onAnswer} dayText={state.endedSession ? undefined : dayText} />;
  }
  return (
    <>
      <Button
        size="large"
        variant={answered ? 'outlined' : 'contained'}
        endIcon={<Kbd>{t`Space`}</Kbd>}
        onClick={onFlip}
        sx={{ ...large, gridColumn: answered ? 'auto' : '1 / -1' }}
      >
        {state.answerShown ? t`Show Question` : t`Show Answer`}
      </Button>
      {answered && <NextStep state={state} {...props} />}
    </>
  );
}

/** The arrow beside the large button for the next card does the same, so it is for the pointer alone. */
const forPointerOnly = { 'aria-hidden': true, tabIndex: -1 } as const;

const arrowSize = { width: 52, height: 52 };

function Arrow({ by, state, onMove }: { by: 1 | -1 } & Pick<ActionsProps, 'state' | 'onMove'>) {
  const possible = by === 1 ? hasNext(state) : hasPrevious(state);
  const isSecond = by === 1 && currentAnswer(state) !== undefined;
  return (
    <IconButton
      aria-label={by === 1 ? t`Next card` : t`Previous card`}
      disabled={!possible || state.phase !== 'studying'}
      onClick={() => onMove(by)}
      sx={{ ...arrowSize, borderRadius: '16px' }}
      {...(isSecond ? forPointerOnly : {})}
    >
      {by === 1 ? <ArrowRightIcon /> : <ArrowLeftIcon />}
    </IconButton>
  );
}

interface ActionsAreaProps {
  back: ReactNode;
  main: ReactNode;
  next: ReactNode;
  undo: ReactNode;
}

/**
 * On wide screens one row: back, the main actions, forward; undo below. On narrow ones the main actions span the width in
 * thumb reach and the rest is below. Show Answer, Correct and the next step share one place.
 */
function ActionsArea({ back, main, next, undo }: ActionsAreaProps) {
  return (
    <Box
      sx={{
        // In a window too low for the card the page scrolls and the buttons stay.
        position: 'sticky',
        bottom: 0,
        [lowWindow]: { position: 'static' },
        zIndex: 2,
        flexShrink: 0,
        bgcolor: 'background.default',
        display: 'grid',
        alignItems: 'center',
        gap: 1.5,
        gridTemplateColumns: '52px minmax(0, 1fr) 52px',
        gridTemplateAreas: { xs: '"main main main" "back undo next"', sm: '"back main next" ". undo ."' },
      }}
    >
      <Box sx={{ gridArea: 'back' }}>{back}</Box>
      <Box
        sx={{
          gridArea: 'main',
          display: 'grid',
          gap: 1.5,
          // Two beside each other where their texts have room, else one below the other.
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))',
        }}
      >
        {main}
      </Box>
      <Box sx={{ gridArea: 'next' }}>{next}</Box>
      <Box sx={{ gridArea: 'undo', display: 'flex', justifyContent: 'center', minHeight: 44 }}>{undo}</Box>
    </Box>
  );
}

/** The actions of a page before the client is there: the button is seen, and a press on it is kept. */
export const EarlyActions = () => (
  <ActionsArea
    back={<Box sx={arrowSize} />}
    main={
      <Button
        size="large"
        variant="contained"
        endIcon={<Kbd>{t`Space`}</Kbd>}
        tabIndex={-1}
        sx={{ ...large, gridColumn: '1 / -1' }}
      >
        {t`Show Answer`}
      </Button>
    }
    next={<Box sx={arrowSize} />}
    undo={null}
  />
);

export function Actions(props: ActionsProps) {
  const { state, onMove, onUndo } = props;
  return (
    <ActionsArea
      back={<Arrow by={-1} state={state} onMove={onMove} />}
      main={<MainActions {...props} />}
      next={<Arrow by={1} state={state} onMove={onMove} />}
      undo={
        undoTarget(state) ? (
          <Button
            variant="text"
            startIcon={<UndoIcon />}
            endIcon={<Kbd>{t`U`}</Kbd>}
            onClick={onUndo}
            sx={{ '&&': { color: 'text.secondary' } }}
          >
            {t`Undo answer`}
          </Button>
        ) : (
          props.offer
        )
      }
    />
  );
}
