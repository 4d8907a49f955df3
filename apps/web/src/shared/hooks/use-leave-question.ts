import { useEffect, useEffectEvent } from 'react';

/** Lets the browser ask before the page is closed or left while a text is unsaved. */
export function useLeaveQuestion(isUnsaved: () => boolean): void {
  const onLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: BeforeUnloadEvent) => onLeave(event);
    window.addEventListener('beforeunload', listen);
    return () => window.removeEventListener('beforeunload', listen);
  }, []);
}
