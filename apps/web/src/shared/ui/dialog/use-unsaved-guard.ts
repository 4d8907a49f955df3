import { useRef, type FocusEvent } from 'react';
import { useLeaveQuestion } from '../../hooks/use-leave-question.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');

/**
 * Handlers of a dialog with fields that protect typed text: Escape and a click beside the dialog close it only while
 * nothing was typed, and the browser asks before the page is left. Its buttons always close it.
 */
export function useUnsavedGuard(onClose: () => void) {
  const before = useRef(new Map<Field, string>());
  const isChanged = () =>
    [...before.current].some(([field, text]) => field.isConnected && field.value.trim() !== text.trim());
  useLeaveQuestion(isChanged);
  return {
    onFocus: ({ target }: FocusEvent) => {
      if (isField(target) && !before.current.has(target)) before.current.set(target, target.value);
    },
    onClose: () => {
      if (!isChanged()) onClose();
    },
  };
}
