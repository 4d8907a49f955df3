/**
 * Attributes of an element with a text that people wrote: it has a direction of its own, and its language is not
 * known. Without `lang=""` a screen reader reads it, and a browser breaks its words, as a text in the language of the page.
 */
export const ownText = { dir: 'auto', lang: '' } as const;
