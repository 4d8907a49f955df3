const eventName = 'kumbuka:open-billing';

/** Why billing is opened: by the learner, or because the free prompts are used up. */
export type BillingReason = 'asked' | 'paywall';

const isPaywall = (event: Event) => event instanceof CustomEvent && event.detail?.reason === 'paywall';

/** Opens the billing dialog from anywhere; anybody may send the same event to the window. */
export function openBilling(reason: BillingReason = 'asked'): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: { reason } }));
}

/** Calls back when billing must be opened. Returns a function that stops it. */
export function onOpenBilling(callback: (reason: BillingReason) => void): () => void {
  const listen = (event: Event) => callback(isPaywall(event) ? 'paywall' : 'asked');
  window.addEventListener(eventName, listen);
  return () => window.removeEventListener(eventName, listen);
}
