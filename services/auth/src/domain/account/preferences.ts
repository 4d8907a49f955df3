import type { Language } from '@kumbuka/contracts';

export const themes = ['dark', 'light', 'system'] as const;
/** Colours of the web client; `system` follows the device. */
export type Theme = (typeof themes)[number];

/** Preferences of a learner on every device; `null` before a choice. */
export interface Preferences {
  theme: Theme | null;
  /** Language of the web client, emails and errors. */
  language: Language | null;
}

/** Returns the language of emails to an account, or to an address without one; English until the learner has chosen. */
export const languageOf = (preferences: Pick<Preferences, 'language'> | null): Language =>
  preferences?.language ?? 'en';
