/** Picture or sound of a rich text, as this library writes it. */
const reference = /!\[((?:[^\]\\]|\\.)*)\]\(<((?:[^<>\\\n]|\\.)*)>\)/g;
/** Name in NFC, as the files are called. */
const unescaped = (name: string) => name.replaceAll(/\\([<>\\])/g, '$1').normalize('NFC');

/** Names of the media files that a rich text shows or plays. */
export const mediaReferences = (text: string): string[] => [
  ...new Set([...text.matchAll(reference)].map(([, , name = '']) => unescaped(name))),
];

/**
 * Gives the pictures and sounds of a rich text their addresses. One without an address becomes its words, or its name in
 * brackets.
 */
export const withMediaAddresses = (text: string, addressOf: (name: string) => string | undefined): string =>
  text.replaceAll(reference, (_whole, words: string, written: string) => {
    const name = unescaped(written);
    const address = addressOf(name);
    if (address !== undefined) return `![${words}](${address})`;
    return words === '' ? `[${name}]` : words;
  });
