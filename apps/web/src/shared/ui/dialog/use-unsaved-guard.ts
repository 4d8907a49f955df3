import { t } from '@lingui/core/macro';
import { useRef, type FocusEvent } from 'react';
import { useLeaveQuestion } from '../../hooks/use-leave-question.ts';
import { useNotify } from '../states/snackbars.tsx';

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');

/**
 * Handlers of a dialog with fields that protect typed text: Escape and a click beside the dialog close it only while
 * nothing was typed and else say why they do not, and the browser asks before the page is left. Its buttons always close it.
 */
export function useUnsavedGuard(onClose: () => void) {
  const before = useRef(new Map<Field, string>());
  const isChanged = () =>
    [...before.current].some(([field, text]) => field.isConnected && field.value.trim() !== text.trim());
  useLeaveQuestion(isChanged);
  const notify = useNotify();
  return {
    onFocus: ({ target }: FocusEvent) => {
      if (isField(target) && !before.current.has(target)) before.current.set(target, target.value);
    },
    onClose: () => {
      if (isChanged())
        notify(t`Your text is not saved yet. To discard it, close this with its button.`, 'info');
      else onClose();
    },
  };
}
