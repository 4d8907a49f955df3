/** Time for the client to listen to the keys of the page that it has just shown. */
const listeningMs = 50;
const withoutMeaning = /^(?:Tab|Shift|Control|Alt|Meta)$/;

function pressAgain(event: KeyboardEvent | MouseEvent): void {
  if (event instanceof KeyboardEvent) {
    const { key, code, shiftKey } = event;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true }));
    return;
  }
  const place = document.elementFromPoint(event.clientX, event.clientY);
  if (place instanceof HTMLElement) place.click();
}

/** Keeps the first press on a shell, which cannot act on it, and presses again in the client that replaces the shell. */
export function keepFirstPress(shell: Element): void {
  let first: KeyboardEvent | MouseEvent | null = null;
  const keep = (event: KeyboardEvent | MouseEvent) => {
    if (event instanceof KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || withoutMeaning.test(event.key)) return;
      if (event.key === ' ') event.preventDefault();
    }
    first ??= event;
  };
  window.addEventListener('keydown', keep);
  window.addEventListener('click', keep);
  const watch = new MutationObserver(() => {
    if (shell.isConnected) return;
    watch.disconnect();
    window.removeEventListener('keydown', keep);
    window.removeEventListener('click', keep);
    const pressed = first;
    if (pressed) setTimeout(() => pressAgain(pressed), listeningMs);
  });
  watch.observe(document.body, { childList: true });
}
