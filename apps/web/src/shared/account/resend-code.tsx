import { codes } from '@kumbuka/contracts/constants';
import Button from '@mui/material/Button';
import type { SxProps } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { resendLabel } from './resend-label.ts';

/** Whole seconds until `seconds` after the component came up; by the clock, because a hidden tab ticks late. */
function useSecondsLeft(seconds: number): number {
  const [since] = useState(Date.now);
  const [now, setNow] = useState(since);
  const left = Math.min(seconds, Math.ceil(seconds - (now - since) / 1000));
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, left);
}

interface ResendCodeProps {
  /** A code is being requested. */
  resending: boolean;
  /** Something else of the form is under way. */
  busy: boolean;
  onResend: () => Promise<void>;
  sx?: SxProps;
}

/** Focuses the field of the code, because the pressed button is disabled until the next wait is over. */
function focusCode(form: HTMLFormElement | null) {
  const field = form?.elements.namedItem('code');
  if (field instanceof HTMLElement) field.focus();
}

/** Requests another code after the server's wait. Its `key` must be the id of the last code, so that each code restarts the wait. */
export function ResendCode({ resending, busy, onResend, sx }: ResendCodeProps) {
  const left = useSecondsLeft(codes.resendSeconds);
  return (
    <Button
      variant="text"
      data-resend
      disabled={resending || busy || left > 0}
      onClick={({ currentTarget }) => {
        focusCode(currentTarget.form);
        void onResend();
      }}
      sx={{ fontVariantNumeric: 'tabular-nums', ...sx }}
    >
      {resendLabel(resending, left)}
    </Button>
  );
}
