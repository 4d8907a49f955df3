import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import { useEffect, useState } from 'react';
import { serverNow } from '../../shared/browser/server-clock.ts';
import { timeLabel } from '../../shared/format/format.ts';
import type { PaymentPartsFragment } from './payment.generated.ts';

const isOpen = ({ openUntil }: PaymentPartsFragment) =>
  openUntil !== null && serverNow() < Date.parse(openUntil);

/** Payment requests that may still be on a phone; each leaves the list at its end. */
export function useOpenPrompts(prompts: readonly PaymentPartsFragment[]): PaymentPartsFragment[] {
  const [, setEnded] = useState(0);
  const open = prompts.filter(isOpen);
  const nextEnd = Math.min(...open.map(({ openUntil }) => Date.parse(openUntil ?? '')));
  useEffect(() => {
    if (!Number.isFinite(nextEnd)) return;
    const timer = setTimeout(() => setEnded((ended) => ended + 1), nextEnd - serverNow() + 1);
    return () => clearTimeout(timer);
  }, [nextEnd]);
  return open;
}

/** A payment request that can still be answered, and paid. */
export function OpenPromptNote({ prompt: { createdAt, openUntil } }: { prompt: PaymentPartsFragment }) {
  const [sentAt, until] = [timeLabel(createdAt), timeLabel(openUntil ?? createdAt)];
  return (
    <Alert severity="warning" role="status">
      {t`The payment request sent at ${sentAt} can be paid on the phone until ${until}. This number gets a new one only then, or once the phone has declined it. A request to another number does not cancel it.`}
    </Alert>
  );
}
