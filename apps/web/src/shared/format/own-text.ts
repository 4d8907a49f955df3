/**
 * Attributes of an element with a text that people wrote: it has a direction of its own, and its language is not
 * known. Without `lang=""` a screen reader reads it, and a browser breaks its words, as a text in the language of the page.
 */
export const ownText = { dir: 'auto', lang: '' } as const;

/** As `ownText`, for a text whose language may be known. */
export const textIn = (language: string | null | undefined) => ({ ...ownText, lang: language ?? '' });

/** Languages of the sides of a card, as BCP 47 tags; `null` where the deck names none. */
export interface SideLanguages {
  front: string | null;
  back: string | null;
}
export const noLanguages: SideLanguages = { front: null, back: null };
