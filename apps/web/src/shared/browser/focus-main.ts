/** Focuses the page after the focused control was removed, so that Tab does not start at the top of the window. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
