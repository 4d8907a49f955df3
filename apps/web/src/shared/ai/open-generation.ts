import { createContext, use } from 'react';

/** The deck for the generated cards; null when the learner picks it in the dialog. */
export interface GenerationTarget {
  deckId: string;
  title: string;
}

export interface OpenGeneration {
  open: (target: GenerationTarget | null) => void;
  /** Loads the dialog's code before it is opened. */
  prefetch: () => void;
}

export const OpenGenerationContext = createContext<OpenGeneration>({ open: () => {}, prefetch: () => {} });

/** Opens the dialog that generates cards. It is mounted above the screens, because a generation outlives them. */
export const useOpenGeneration = () => use(OpenGenerationContext);
