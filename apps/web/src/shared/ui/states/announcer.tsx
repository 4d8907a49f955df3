import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { hidden } from '../hidden.ts';

const AnnounceContext = createContext<(message: string) => void>(() => {});

/** One polite live region for the whole app. A repeated message is spoken again. */
export function Announcer({ children }: { children: ReactNode }) {
  const [spoken, setSpoken] = useState({ message: '', turn: 0 });
  const announce = useCallback(
    (message: string) => setSpoken(({ turn }) => ({ message, turn: turn + 1 })),
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" aria-live="polite" style={hidden}>
        <span key={spoken.turn}>{spoken.message}</span>
      </div>
    </AnnounceContext>
  );
}

export function useAnnounce() {
  return use(AnnounceContext);
}
