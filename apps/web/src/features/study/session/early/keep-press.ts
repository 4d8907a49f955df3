import { isComposing } from '../../../../shared/browser/page-keys.ts';

/** Event on the window: the session that replaced the shell handles keys. */
export const listening = 'kumbuka:listening';
/** Milliseconds between repeated presses, in which the client renders. */
const betweenMs = 50;
/** Milliseconds after which the presses are dropped: a client that handles no keys by then shows another screen. */
const giveUpMs = 10_000;
type Press = KeyboardEvent | MouseEvent;

const withoutMeaning = /^(?:Tab|Shift|Control|Alt|Meta)$/;

function pressAgain(event: Press): void {
  if (event instanceof KeyboardEvent) {
    const { key, code, shiftKey } = event;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true }));
    return;
  }
  const place = document.elementFromPoint(event.clientX, event.clientY);
  if (place instanceof HTMLElement) place.click();
}

const nameOf = (press: Press) => (press instanceof KeyboardEvent ? press.key : press.type);
/** Whether a press repeats the last one: people who see no effect press again, and mean one press. */
const isRepeated = (press: Press, last: Press | undefined) =>
  last !== undefined && nameOf(press) === nameOf(last);

/**
 * Keeps presses on a shell, which cannot act on them, and repeats them when the client that replaces it handles keys. Later
 * presses wait behind them: a press that overtook an earlier one would answer another card.
 */
export function keepPresses(shell: Element): void {
  const presses: Press[] = [];
  let isListening = false;
  let isPressing = false;

  const keep = (press: Press) => {
    const isMeantForShell = shell.isConnected || isListening;
    if (isPressing || !isMeantForShell) return;
    if (press instanceof KeyboardEvent) {
      if (press.ctrlKey || press.metaKey || press.altKey || withoutMeaning.test(press.key)) return;
      if (isComposing(press)) return;
      if (press.key === ' ') press.preventDefault();
    }
    if (isListening) press.stopImmediatePropagation();
    if (!isRepeated(press, presses.at(-1))) presses.push(press);
  };
  const stop = () => {
    watch.disconnect();
    window.removeEventListener('keydown', keep, true);
    window.removeEventListener('click', keep, true);
    window.removeEventListener(listening, noteListening);
  };
  const pressNext = () => {
    const press = presses.shift();
    if (!press) return stop();
    isPressing = true;
    pressAgain(press);
    isPressing = false;
    setTimeout(pressNext, betweenMs);
  };
  const replay = () => {
    // Not at once: what an effect of React changes is not shown before the next press.
    if (isListening && !shell.isConnected) setTimeout(pressNext);
  };
  const noteListening = () => {
    if (isListening) return;
    isListening = true;
    replay();
  };
  const watch = new MutationObserver(() => {
    if (shell.isConnected) return;
    watch.disconnect();
    setTimeout(() => isListening || stop(), giveUpMs);
    replay();
  });
  window.addEventListener('keydown', keep, true);
  window.addEventListener('click', keep, true);
  window.addEventListener(listening, noteListening);
  watch.observe(document.body, { childList: true });
}
