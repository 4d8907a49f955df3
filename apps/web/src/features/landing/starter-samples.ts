import type { Language } from '../../shared/i18n/i18n.ts';
import samples from './starter-samples.json' with { type: 'json' };

/** The first five cards of a starter deck; a test compares them with the catalogue. */
export interface StarterSample {
  catalogId: string;
  /** Whether its cards are in Kiswahili, on every page. */
  isKiswahili: boolean;
  subject: Record<Language, string>;
  title: Record<Language, string>;
  cardCount: number;
  cards: readonly { question: string; answer: string }[];
}

export const starterSamples: readonly StarterSample[] = samples;

export const cardLanguage = ({ isKiswahili }: StarterSample): Language => (isKiswahili ? 'sw' : 'en');

/** The decks for a page in a language, those whose cards are in it first. */
export function samplesFor(language: Language): StarterSample[] {
  const rank = (sample: StarterSample) => Number(cardLanguage(sample) !== language);
  return [...starterSamples].sort((left, right) => rank(left) - rank(right));
}
