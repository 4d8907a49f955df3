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

const answers: ReadonlySet<Command> = new Set(['correct', 'incorrect', 'again', 'hard', 'good', 'easy']);

/** The card as it will be once its answer is stored. */
const onceStored = (situation: CardSituation): CardSituation => ({
  ...situation,
  answered: true,
  canUndo: true,
});

/**
 * Keys of the whole page, silent while a dialog is open. Layout effects, because a key that is pressed between the first
 * render and an ordinary effect would be lost. A key that is pressed while an answer is stored acts `afterStoring`, on the
 * page as it is then.
 */
export function useSessionKeys(
  enabled: boolean,
  situation: CardSituation,
  run: (command: Command) => void,
  afterStoring: (act: () => void) => void,
) {
  const latest = useRef({ situation, run, afterStoring });
  useLayoutEffect(() => {
    latest.current = { situation, run, afterStoring };
  });
  useLayoutEffect(() => {
    if (!enabled) return;
    let isGone = false;
    let given: { key: string; situation: CardSituation } | null = null;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered()) return;
      const press = pressOf(event);
      const now = latest.current.situation;
      if (![now, onceStored(now)].some((either) => commandFor(press, either))) return;
      event.preventDefault();
      // The same key again, while its answer is stored, means the same answer.
      if (given?.key === press.key && given.situation === now) return;
      latest.current.afterStoring(() => {
        if (isGone) return;
        const { situation: then } = latest.current;
        const command = commandFor(press, then);
        if (!command) return;
        if (answers.has(command)) given = { key: press.key, situation: then };
        latest.current.run(command);
      });
    };
    window.addEventListener('keydown', listen);
    window.dispatchEvent(new Event(listening));
    return () => {
      isGone = true;
      window.removeEventListener('keydown', listen);
    };
  }, [enabled]);
}
