import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { ArrowLeftIcon, ArrowRightIcon, CheckIcon, CloseIcon, UndoIcon } from '../../shared/ui/icons.tsx';
import { Kbd } from '../../shared/ui/kbd.tsx';
import { canFinish, currentAnswer, hasNext, hasPrevious, type SessionState } from './session-state.ts';
import { ink, lowWindow, tint } from '../../shared/theme/tokens.ts';

interface ActionsProps {
  state: SessionState;
  onFlip: () => void;
  onAnswer: (wasCorrect: boolean) => void;
  onMove: (by: 1 | -1) => void;
  onUndo: () => void;
  onFinish: () => void;
}

interface MarkProps {
  label: 'Incorrect' | 'Correct';
  shortcut: string;
  icon: ReactNode;
  colour: 'poor' | 'good';
  onClick: () => void;
}

function MarkButton({ label, shortcut, icon, colour, onClick }: MarkProps) {
  return (
    <Button
      size="large"
      variant="outlined"
      startIcon={icon}
      endIcon={<Kbd>{shortcut}</Kbd>}
      onClick={onClick}
      sx={{
        flex: '1 1 0',
        minHeight: 56,
        '&&': {
          color: `meaning.${colour}`,
          borderColor: `color-mix(in srgb, var(--k-palette-meaning-${colour}) 65%, transparent)`,
        },
        bgcolor: tint[colour],
        '&:hover': { bgcolor: tint[`${colour}Hover`] },
      }}
    >
      {label}
    </Button>
  );
}

function MainAction({ state, onFlip, onAnswer }: Pick<ActionsProps, 'state' | 'onFlip' | 'onAnswer'>) {
  const given = currentAnswer(state);
  if (state.answerShown && !given)
    return (
      <>
        <MarkButton
          label="Incorrect"
          shortcut="0"
          icon={<CloseIcon />}
          colour="poor"
          onClick={() => onAnswer(false)}
        />
        <MarkButton
          label="Correct"
          shortcut="1"
          icon={<CheckIcon />}
          colour="good"
          onClick={() => onAnswer(true)}
        />
      </>
    );
  return (
    <Button
      size="large"
      variant={given ? 'outlined' : 'contained'}
      endIcon={<Kbd>Space</Kbd>}
      onClick={onFlip}
      sx={{ flex: { xs: '1 1 100%', sm: '1 1 0' }, minHeight: 56 }}
    >
      {state.answerShown ? 'Show Question' : 'Show Answer'}
    </Button>
  );
}

function Arrow({ by, state, onMove }: { by: 1 | -1 } & Pick<ActionsProps, 'state' | 'onMove'>) {
  const possible = by === 1 ? hasNext(state) : hasPrevious(state);
  const leading = by === 1 && possible && currentAnswer(state) !== undefined;
  return (
    <IconButton
      aria-label={by === 1 ? 'Next card' : 'Previous card'}
      disabled={!possible || state.phase !== 'studying'}
      onClick={() => onMove(by)}
      sx={{
        width: 52,
        height: 52,
        borderRadius: '16px',
        ...(leading && {
          bgcolor: 'primary.main',
          color: ink.onPrimary,
          '&:hover': { bgcolor: 'primary.dark' },
        }),
      }}
    >
      {by === 1 ? <ArrowRightIcon /> : <ArrowLeftIcon />}
    </IconButton>
  );
}

/**
 * On wide screens one row: back, the main action, forward; undo or finish below.
 * On narrow ones the main action spans the width in thumb reach and the rest stands below it.
 */
export function Actions(props: ActionsProps) {
  const { state, onMove, onUndo, onFinish } = props;
  const answered = currentAnswer(state) !== undefined;
  const finishing = state.phase === 'finishing';
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
      <Box sx={{ gridArea: 'back' }}>
        <Arrow by={-1} state={state} onMove={onMove} />
      </Box>
      <Box sx={{ gridArea: 'main', display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
        <MainAction {...props} />
        {canFinish(state) && (
          <Button
            size="large"
            variant="contained"
            disabled={finishing}
            onClick={onFinish}
            sx={{ flex: { xs: '1 1 100%', sm: '1 1 0' }, minHeight: 56 }}
          >
            {finishing ? 'Sending your answers…' : 'Finish Study Session'}
          </Button>
        )}
      </Box>
      <Box sx={{ gridArea: 'next' }}>
        <Arrow by={1} state={state} onMove={onMove} />
      </Box>
      <Box sx={{ gridArea: 'undo', display: 'flex', justifyContent: 'center', minHeight: 44 }}>
        {answered && !finishing && (
          <Button
            variant="text"
            startIcon={<UndoIcon />}
            endIcon={<Kbd>U</Kbd>}
            onClick={onUndo}
            sx={{ '&&': { color: 'text.secondary' } }}
          >
            Undo answer
          </Button>
        )}
      </Box>
    </Box>
  );
}
