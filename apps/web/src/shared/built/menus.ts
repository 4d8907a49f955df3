/** Runs the menus of a page: buttons with `aria-haspopup="menu"`, each followed by its menu. */
export function runMenus(signal: AbortSignal, root: Document | HTMLElement = document): void {
  const buttonAt = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('[aria-haspopup="menu"]') : null;
  const menuOf = (button: Element) => button.nextElementSibling as HTMLElement;
  const items = (menu: Element) => [
    ...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled])'),
  ];
  const openOne = () => root.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="true"]');
  const show = (button: HTMLElement, isShown: boolean) => {
    button.setAttribute('aria-expanded', String(isShown));
    menuOf(button).hidden = !isShown;
    if (isShown) items(menuOf(button))[0]?.focus();
  };
  const onClick = (event: Event) => {
    const [pressed, open] = [buttonAt(event), openOne()];
    if (open && open !== pressed) show(open, false);
    if (pressed) show(pressed, open !== pressed);
  };
  const onKey = (event: KeyboardEvent) => {
    const open = openOne();
    if (!open) return;
    const list = items(menuOf(open));
    const at = list.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') {
      show(open, false);
      if (event.key === 'Escape') open.focus();
    } else if (step !== undefined) {
      event.preventDefault();
      list.at((at + step) % list.length)?.focus();
    }
  };
  document.addEventListener('click', onClick, { signal });
  document.addEventListener('keydown', onKey, { signal });
}
