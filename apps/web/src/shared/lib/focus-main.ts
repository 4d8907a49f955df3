/** For when the control that had the focus is gone: the keyboard goes on from the page, not from the top of the window. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
