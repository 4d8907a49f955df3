/** Time for the client to listen to the keys of what it has just shown. */
const listeningMs = 50;
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
/** People who see nothing happen press again, and mean it once. */
const isRepeated = (press: Press, last: Press | undefined) =>
  last !== undefined && nameOf(press) === nameOf(last);

/** Keeps presses on a shell, which cannot act on them, and presses again in the client that replaces the shell. */
export function keepPresses(shell: Element): void {
  const presses: Press[] = [];
  const keep = (press: Press) => {
    if (press instanceof KeyboardEvent) {
      if (press.ctrlKey || press.metaKey || press.altKey || withoutMeaning.test(press.key)) return;
      if (press.key === ' ') press.preventDefault();
    }
    if (!isRepeated(press, presses.at(-1))) presses.push(press);
  };
  window.addEventListener('keydown', keep);
  window.addEventListener('click', keep);
  const watch = new MutationObserver(() => {
    if (shell.isConnected) return;
    watch.disconnect();
    window.removeEventListener('keydown', keep);
    window.removeEventListener('click', keep);
    for (const [index, press] of presses.entries())
      setTimeout(() => pressAgain(press), listeningMs * (index + 1));
  });
  watch.observe(document.body, { childList: true });
}
