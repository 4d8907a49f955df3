import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import type { ReactNode } from 'react';
import { CheckIcon, CloseIcon } from '../../shared/ui/icons.tsx';
import { hidden } from '../../shared/ui/hidden.ts';
import { forcedFill } from '../../shared/theme/tokens.ts';
import type { ReturnState } from './return-state.ts';

type StepState = 'done' | 'current' | 'failed' | 'open' | 'unknown';
type Steps = [StepState, StepState, StepState];

/** Steps of a failed payment. A wrong amount was sent; for an unconfirmed payment even that is unknown. */
function failedSteps({ hasFailed, reason }: Extract<ReturnState, { phase: 'error' }>): Steps {
  if (!hasFailed) return ['unknown', 'failed', 'open'];
  return reason === 'mismatch' ? ['done', 'failed', 'open'] : ['failed', 'open', 'open'];
}

function stepsOf(state: ReturnState): Steps {
  switch (state.phase) {
    case 'error':
      return failedSteps(state);
    case 'complete':
    case 'left':
      if (!state.isActive) return ['unknown', 'current', 'open'];
      return state.isPaid ? ['done', 'done', 'done'] : ['unknown', 'unknown', 'done'];
    default:
      return 'verified' in state && state.verified === 'activated'
        ? ['done', 'done', 'current']
        : ['unknown', 'current', 'open'];
  }
}

/** Final text of the bar; `null` while the payment is looked for. */
function endColour(state: ReturnState): string | null {
  if (state.phase === 'error') return 'error.main';
  if (state.phase !== 'complete' && state.phase !== 'left') return null;
  return state.isActive ? 'meaning.good' : 'meaning.link';
}

/** The thin bar on top of the card. */
export function ReturnProgress({ state }: { state: ReturnState }) {
  const colour = endColour(state);
  if (colour === null)
    return <LinearProgress aria-label={t`Checking your payment`} sx={{ height: 4, borderRadius: 0 }} />;
  return <Box sx={{ height: 4, bgcolor: colour }} />;
}

const look: Record<StepState, object> = {
  done: { bgcolor: 'success.main', borderColor: 'success.main', color: 'success.contrastText' },
  current: { borderColor: 'meaning.link', color: 'meaning.link' },
  failed: { borderColor: 'meaning.poor', color: 'meaning.poor' },
  open: { borderColor: 'meaning.control', color: 'transparent' },
  unknown: { borderColor: 'meaning.control', color: 'transparent' },
};
const icon: Record<StepState, ReactNode> = {
  done: <CheckIcon size={20} />,
  current: (
    <Box
      component="span"
      sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: 'meaning.link', ...forcedFill('Highlight') }}
    />
  ),
  failed: <CloseIcon size={20} />,
  open: null,
  unknown: null,
};
const inWords = (): Record<StepState, string> => ({
  done: t`done`,
  current: t`in progress`,
  failed: t`failed`,
  open: t`pending`,
  unknown: t`unknown`,
});

function Step({ label, step }: { label: string; step: StepState }) {
  return (
    <Box
      component="li"
      aria-current={step === 'current' ? 'step' : undefined}
      sx={{
        flex: '1 1 0',
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'start',
        gap: 1,
        textAlign: 'center',
        position: 'relative',
        fontSize: '0.875rem',
        color: step === 'open' ? 'text.secondary' : 'text.primary',
        '&:not(:first-of-type)::before': {
          content: '""',
          position: 'absolute',
          top: 19,
          left: 'calc(-50% + 20px)',
          right: 'calc(50% + 20px)',
          height: 2,
          bgcolor: 'meaning.control',
          ...forcedFill('GrayText'),
        },
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 40,
          height: 40,
          borderRadius: '50%',
          border: '2px solid',
          display: 'grid',
          placeItems: 'center',
          ...look[step],
        }}
      >
        {icon[step]}
      </Box>
      <span>
        {label}
        <span style={hidden}>, {inWords()[step]}</span>
      </span>
    </Box>
  );
}

/** Sent, confirmed, active. */
export function ReturnSteps({ state }: { state: ReturnState }) {
  const [sent, confirmed, plan] = stepsOf(state);
  return (
    <Box
      component="ol"
      aria-label={t`Steps of the payment`}
      sx={{ display: 'flex', m: 0, mx: { xs: -2, sm: 0 }, mb: 4, p: 0, listStyle: 'none' }}
    >
      <Step label={t`Payment sent`} step={sent} />
      <Step label={t`Payment confirmed`} step={confirmed} />
      <Step label={t`Plan active`} step={plan} />
    </Box>
  );
}
