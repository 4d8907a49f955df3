import { cleanText } from '@kumbuka/text';

/** Cleans the texts of a form. Pasted text brings characters that the server refuses, such as a NUL. Never for passwords. */
export const cleanTexts = <V extends Record<string, string>>(values: V): V =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, cleanText(text)])) as V;
