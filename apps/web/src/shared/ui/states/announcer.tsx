import Box from '@mui/material/Box';
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
      <Box role="status" aria-live="polite" sx={hidden}>
        <span key={spoken.turn}>{spoken.message}</span>
      </Box>
    </AnnounceContext>
  );
}

export function useAnnounce() {
  return use(AnnounceContext);
}
