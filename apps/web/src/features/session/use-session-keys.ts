import { useEffect, useRef } from 'react';
import { commandFor, type CardSituation, type Command, type KeyPress } from './keyboard.ts';

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

function pressOf(event: KeyboardEvent): KeyPress {
  const target = targetOf(event);
  const { key, code, ctrlKey, metaKey, shiftKey, repeat } = event;
  return {
    key,
    code,
    ctrlKey,
    metaKey,
    shiftKey,
    repeat,
    altKey: event.altKey || event.getModifierState('AltGraph'),
    onControl: target?.closest(controls) != null,
    inField: event.isComposing || isField(target),
  };
}

/** Keys of the whole page, silent while a dialog is open. */
export function useSessionKeys(enabled: boolean, situation: CardSituation, run: (command: Command) => void) {
  const latest = useRef({ situation, run });
  useEffect(() => {
    latest.current = { situation, run };
  });
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector(blocking)) return;
      const command = commandFor(pressOf(event), latest.current.situation);
      if (!command) return;
      event.preventDefault();
      latest.current.run(command);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [enabled]);
}
