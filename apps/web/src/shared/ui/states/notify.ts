import { createContext, use } from 'react';

export type Severity = 'success' | 'error' | 'info' | 'warning';
export interface NoteOptions {
  /** Milliseconds. */
  hideAfter?: number;
  /** Button that undoes what the note reports; pressing it closes the note. */
  action?: { label: string; onPress: () => void };
}
export type Notify = (message: string, severity?: Severity, options?: NoteOptions) => void;

export const NotifyContext = createContext<Notify>(() => {});

/** Shows a note of the page, where `Snackbars` is above. Does nothing elsewhere. */
export function useNotify(): Notify {
  return use(NotifyContext);
}
