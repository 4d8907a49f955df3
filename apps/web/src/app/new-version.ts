import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { startWorker } from '../shared/browser/worker.ts';
import { useNotify } from '../shared/ui/states/snackbars.tsx';

const dayMs = 86_400_000;
const fields = 'input:not([type="checkbox"]):not([type="radio"]), textarea';

/** Whether a reload would take away typed text or the card that is studied. */
function isInUse(path: string): boolean {
  const typed = [...document.querySelectorAll<HTMLInputElement>(fields)].some(({ value }) => value !== '');
  return typed || path.startsWith('/study/');
}

/**
 * Starts the service worker and offers a new version. All tabs switch at once; each one loads again when nothing is
 * typed in it, at the latest when its learner opens another page.
 */
export function useNewVersion(): void {
  const notify = useNotify();
  const { pathname } = useLocation();
  const [isTakenOver, setTakenOver] = useState(false);
  useEffect(
    () =>
      startWorker({
        onNewVersion: (takeOver) =>
          notify(t`A new version is ready.`, 'info', {
            hideAfter: dayMs,
            action: { label: t`Update`, onPress: takeOver },
          }),
        onTakenOver: () => setTakenOver(true),
      }),
    [notify],
  );
  useEffect(() => {
    if (isTakenOver && !isInUse(pathname)) window.location.reload();
  }, [isTakenOver, pathname]);
}
