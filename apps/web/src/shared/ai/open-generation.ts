import { createContext, use } from 'react';

/** The deck that generated cards are for; null when it is still to be picked. */
export interface GenerationTarget {
  deckId: string;
  title: string;
}

export interface OpenGeneration {
  open: (target: GenerationTarget | null) => void;
  /** Fetches the dialog ahead, on the first sign of interest. */
  prefetch: () => void;
}

export const OpenGenerationContext = createContext<OpenGeneration>({ open: () => {}, prefetch: () => {} });

/** The way to the dialog that generates cards; it stands above the screens, because a generation outlives them. */
export const useOpenGeneration = () => use(OpenGenerationContext);
