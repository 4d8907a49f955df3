import { useEffect, useRef } from 'react';
import { commandFor, type CardSituation, type Command } from './keyboard.ts';

const controls = 'button, a, input, select, textarea, [role="button"]';

/** Keys of the whole page, silent while a dialog is open. */
export function useSessionKeys(enabled: boolean, situation: CardSituation, run: (command: Command) => void) {
  const latest = useRef({ situation, run });
  useEffect(() => {
    latest.current = { situation, run };
  });
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      const onControl = event.target instanceof Element && event.target.closest(controls) !== null;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      const { key, ctrlKey, metaKey, altKey, repeat } = event;
      const press = { key, ctrlKey, metaKey, altKey, repeat, onControl };
      const command = commandFor(press, latest.current.situation);
      if (!command) return;
      event.preventDefault();
      latest.current.run(command);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [enabled]);
}
