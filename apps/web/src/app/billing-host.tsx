import { useCallback, useEffect, useState } from 'react';
import { withMessages } from '../shared/i18n/i18n.ts';
import { lazyNamed } from '../shared/browser/lazy-named.tsx';
import { Opening } from '../shared/ui/states/opening.tsx';
import { onOpenBilling, type BillingReason } from '../shared/plan/open-billing.ts';

const BillingDialog = lazyNamed(
  () => withMessages('billing', import('../features/billing/billing-dialog.tsx')),
  'BillingDialog',
);

/** Opens the billing dialog over any page when the global event asks for it. */
export function BillingHost() {
  const [reason, setReason] = useState<BillingReason | null>(null);
  useEffect(() => onOpenBilling(setReason), []);
  const close = useCallback(() => setReason(null), []);
  if (reason === null) return <></>;
  return (
    <Opening>
      <BillingDialog reason={reason} onClose={close} />
    </Opening>
  );
}
