/** How the sides of a card are written: text as it is, or Markdown with a few HTML elements. */
export const formats = ['plain', 'rich'] as const;
export type Format = (typeof formats)[number];
/** Format of everything that names none. */
export const plainFormat: Format = 'plain';
