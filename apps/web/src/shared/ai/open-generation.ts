import { createContext, use } from 'react';

/** The deck for the generated cards; null when the learner picks it in the dialog. */
export interface GenerationTarget {
  deckId: string;
  title: string;
}

/** Card that the dialog rewrites: each generated card can take its place. */
export interface Rewriting {
  question: string;
  answer: string;
  onUse: (sides: { question: string; answer: string }) => void;
}

export interface OpenGeneration {
  /** A text replaces what is in the dialog. */
  open: (target: GenerationTarget | null, text?: string, rewriting?: Rewriting) => void;
  /** Loads the dialog's code before it is opened. */
  prefetch: () => void;
}

export const OpenGenerationContext = createContext<OpenGeneration>({ open: () => {}, prefetch: () => {} });

/** Opens the dialog that generates cards. It is mounted above the screens, because a generation outlives them. */
export const useOpenGeneration = () => use(OpenGenerationContext);

/** Where a tab keeps the text of the dialog. */
export const generationPlace = 'generation';

/** The text and number of cards, and the page on which the dialog was open. */
export interface GenerationDraft {
  text: string;
  count: number;
  target: GenerationTarget | null;
  path: string;
}
