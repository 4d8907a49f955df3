import { useLayoutEffect, useRef } from 'react';
import { isCovered, isOnControl, isTyping } from '../../../../shared/browser/page-keys.ts';
import { listening } from '../early/keep-press.ts';
import { commandFor, type CardSituation, type Command, type KeyPress } from '../state/keyboard.ts';

function pressOf(event: KeyboardEvent): KeyPress {
  const { key, code, ctrlKey, metaKey, shiftKey, repeat } = event;
  return {
    key,
    code,
    ctrlKey,
    metaKey,
    shiftKey,
    repeat,
    altKey: event.altKey || event.getModifierState('AltGraph'),
    onControl: isOnControl(event),
    inField: isTyping(event),
  };
}

/**
 * Keys of the whole page, silent while a dialog is open. Layout effects, because a key that is pressed between the first
 * render and an ordinary effect would be lost.
 */
export function useSessionKeys(enabled: boolean, situation: CardSituation, run: (command: Command) => void) {
  const latest = useRef({ situation, run });
  useLayoutEffect(() => {
    latest.current = { situation, run };
  });
  useLayoutEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered()) return;
      const command = commandFor(pressOf(event), latest.current.situation);
      if (!command) return;
      event.preventDefault();
      latest.current.run(command);
    };
    window.addEventListener('keydown', listen);
    window.dispatchEvent(new Event(listening));
    return () => window.removeEventListener('keydown', listen);
  }, [enabled]);
}
