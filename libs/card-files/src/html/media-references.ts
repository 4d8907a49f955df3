import { splitAddress } from '@kumbuka/contracts/kinds';
import { escapeMarkdown } from './escape-markdown.ts';

/** Picture or sound of a rich text, as this library writes it. */
const reference = /!\[((?:[^\]\\]|\\.)*)\]\(<((?:[^<>\\\n]|\\.)*)>\)/g;
/** Name in NFC, as the files are called. */
const unescaped = (name: string) => name.replaceAll(/\\([<>\\])/g, '$1').normalize('NFC');
/** Name of a file, and what is drawn over it. */
function named(written: string) {
  const { address, parts } = splitAddress(written);
  return { name: unescaped(address), end: parts === '' ? '' : `#parts=${parts}` };
}

/** Names of the media files that a rich text shows or plays. */
export const mediaReferences = (text: string): string[] => [
  ...new Set([...text.matchAll(reference)].map(([, , written = '']) => named(written).name)),
];

/**
 * Gives the pictures and sounds of a rich text their addresses. One without an address becomes its words, or its name in
 * brackets.
 */
export const withMediaAddresses = (text: string, addressOf: (name: string) => string | undefined): string =>
  text.replaceAll(reference, (_whole, words: string, written: string) => {
    const { name, end } = named(written);
    const address = addressOf(name);
    if (address !== undefined) return `![${words}](${address}${end})`;
    return isPlaceAlone(words) ? `[${name}] ${words}`.trim() : words;
  });

/** A picture with covered parts has their place after its words. */
const isPlaceAlone = (words: string) => /^(?:\(\d+\/\d+\))?$/.test(words);

const soundEnding = /\.(?:mp3|m4a|aac|ogg|oga|opus|wav|flac|wma|3gp)$/i;

/** A rich text whose files are not stored yet: each is a mark that says what it is, with its words or name. */
export const withMediaMarks = (text: string): string =>
  text.replaceAll(reference, (_whole, words: string, written: string) => {
    const { name } = named(written);
    return `${soundEnding.test(name) ? '🔊' : '🖼️'} ${words === '' ? escapeMarkdown(name) : words}`;
  });

/** UTF-8 bytes by which a rich text grows at most when its files get addresses of so many bytes. */
export const addressGrowth = (text: string, addressBytes: number): number =>
  [...text.matchAll(reference)].length * addressBytes;
