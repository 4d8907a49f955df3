import Box from '@mui/material/Box';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { textIn } from '../../format/own-text.ts';
import { hidden } from '../hidden.ts';

/** Announces a message. A quoted text of a person at its end has its own language, which may be unknown. */
type Announce = (message: string, quoted?: string, language?: string | null) => void;

const AnnounceContext = createContext<Announce>(() => {});

const ofPage = (message: string, quoted: string) =>
  message.endsWith(quoted) ? message.slice(0, message.length - quoted.length) : message;

/** One polite live region for the whole app. A repeated message is spoken again. */
export function Announcer({ children }: { children: ReactNode }) {
  const [spoken, setSpoken] = useState({ message: '', quoted: '', language: '', turn: 0 });
  const announce = useCallback<Announce>(
    (message, quoted = '', language = null) =>
      setSpoken(({ turn }) => ({ message, quoted, language: language ?? '', turn: turn + 1 })),
    [],
  );
  const own = ofPage(spoken.message, spoken.quoted);
  return (
    <AnnounceContext value={announce}>
      {children}
      <Box role="status" aria-live="polite" sx={hidden}>
        <span key={spoken.turn}>
          {own}
          {own !== spoken.message && <bdi {...textIn(spoken.language)}>{spoken.quoted}</bdi>}
        </span>
      </Box>
    </AnnounceContext>
  );
}

export function useAnnounce() {
  return use(AnnounceContext);
}
