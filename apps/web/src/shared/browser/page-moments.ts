import { serverNow } from './server-clock.ts';

/** A `return`: the page was shown again, woke from sleep or got its network back, so its data may be old. */
export type Moment = 'quarter' | 'return';
type Listener = (moment: Moment) => void;

const tickMs = 15_000;
/** A longer pause between two ticks means that the device slept or its clock was set. Hidden pages tick once a minute. */
const longestTickMs = 90_000;
const quarterMs = 15 * 60_000;
/** After a quarter of an hour begins, so that the server's clock has passed it too. */
const settleMs = 3_000;
/** A browser reports one return by several events. */
const sameReturnMs = 2_000;

const quarterAt = () => Math.floor((serverNow() - settleMs) / quarterMs);

const listeners = new Set<Listener>();
let stop = () => {};

function start() {
  let tickedAt = Date.now();
  let quarter = quarterAt();
  let returnedAt = 0;
  const notify = (moment: Moment) => [...listeners].forEach((listener) => listener(moment));
  const comeBack = () => {
    if (document.hidden || Math.abs(Date.now() - returnedAt) < sameReturnMs) return;
    returnedAt = Date.now();
    notify('return');
  };
  const tick = () => {
    const passed = Date.now() - tickedAt;
    tickedAt = Date.now();
    const isNew = quarterAt() !== quarter;
    quarter = quarterAt();
    if (passed < 0 || passed > longestTickMs) comeBack();
    else if (isNew) notify('quarter');
  };
  const timer = setInterval(tick, tickMs);
  document.addEventListener('visibilitychange', comeBack);
  window.addEventListener('pageshow', comeBack);
  window.addEventListener('online', comeBack);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', comeBack);
    window.removeEventListener('pageshow', comeBack);
    window.removeEventListener('online', comeBack);
  };
}

/** Notifies when what an open page says about today may no longer hold. Study days begin at a quarter of an hour. */
export function onMoment(listener: Listener): () => void {
  if (listeners.size === 0) stop = start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}
