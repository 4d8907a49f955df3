const holderOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[aria-describedby]') : null;

function hintOf(holder: Element | null): HTMLElement | null {
  const id = holder?.getAttribute('aria-describedby') ?? '';
  const hint = id === '' ? null : document.getElementById(id);
  return hint?.role === 'tooltip' || hint?.getAttribute('role') === 'tooltip' ? hint : null;
}

/** Shows the tooltips of a page while their elements are hovered or focused, as `useHint` does; Escape hides them. */
export function runHints(signal: AbortSignal): void {
  const set = (isShown: boolean) => (event: Event) => {
    const holder = holderOf(event.target);
    const hint = hintOf(holder);
    const to = (event as PointerEvent).relatedTarget;
    const isInside = !isShown && to instanceof Node && holder?.contains(to);
    if (hint && !isInside) hint.style.visibility = isShown ? 'visible' : 'hidden';
  };
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, set(true), { signal });
  for (const type of ['pointerout', 'focusout']) document.addEventListener(type, set(false), { signal });
  const hideAll = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    for (const hint of document.querySelectorAll<HTMLElement>('[role="tooltip"]'))
      hint.style.visibility = 'hidden';
  };
  document.addEventListener('keydown', hideAll, { signal });
}
