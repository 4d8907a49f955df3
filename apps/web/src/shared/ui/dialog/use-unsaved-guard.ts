import { useRef, type FocusEvent } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');

/**
 * Handlers of a dialog with fields that protect typed text: Escape and a click beside the dialog close it only while
 * nothing was typed. Its buttons always close it.
 */
export function useUnsavedGuard(onClose: () => void) {
  const before = useRef(new Map<Field, string>());
  const isChanged = () =>
    [...before.current].some(([field, text]) => field.isConnected && field.value.trim() !== text.trim());
  return {
    onFocus: ({ target }: FocusEvent) => {
      if (isField(target) && !before.current.has(target)) before.current.set(target, target.value);
    },
    onClose: () => {
      if (!isChanged()) onClose();
    },
  };
}
