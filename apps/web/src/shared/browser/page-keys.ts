const controls = 'button, a, [role="button"]';
const fields =
  'input, select, textarea, [contenteditable]:not([contenteditable="false"]), ' +
  '[role="textbox"], [role="searchbox"], [role="combobox"], [role="spinbutton"], [role="slider"], [role="listbox"]';
const blocking = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** The element that has the focus, also within the shadow tree that a browser extension adds. */
function targetOf(event: KeyboardEvent): Element | null {
  const [target] = event.composedPath();
  return target instanceof Element ? target : null;
}

/** Closed shadow trees show only their host, which is no element of ours. */
const isField = (target: Element | null) =>
  target !== null && (target.closest(fields) !== null || target.localName.includes('-'));

/** True when the key belongs to an input method. Safari names the key that ends a composition only by its code 229. */
export const isComposing = ({
  isComposing: composes,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) => composes || keyCode === 229;

/** True when the key types into a field, or into an input method. */
export const isTyping = (event: KeyboardEvent) => isComposing(event) || isField(targetOf(event));

/** True when a button or link has the focus: Space and Enter press that one. */
export const isOnControl = (event: KeyboardEvent) => targetOf(event)?.closest(controls) != null;

/** True while a dialog or menu is open, which has the keys for itself. */
export const isCovered = () => document.querySelector(blocking) !== null;
