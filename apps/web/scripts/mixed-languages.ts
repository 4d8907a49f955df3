import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Texts of a compiled message, without its placeholders. */
function textsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message.trim()];
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(textsOf) : [];
}

/** Names and single words may be the same in two languages. */
const isSentence = (text: string) => text.length >= 12 && /\p{L}+ \p{L}+/u.test(text);

async function sentencesOf(file: string): Promise<string[]> {
  const { messages }: { messages: unknown } = await import(pathToFileURL(file).href);
  return textsOf(messages).filter(isSentence);
}

/**
 * Returns the sentences that are both in a catalogue and outside of all catalogues. Visitors in English would download
 * Kiswahili, or the catalogue would repeat the English of the code (decision 139).
 */
export async function mixedSentences(dist: string, catalogues: readonly string[]): Promise<string[]> {
  const sentences = (await Promise.all(catalogues.map((file) => sentencesOf(join(dist, file))))).flat();
  if (sentences.length === 0) throw new Error('The catalogues of the build have no sentences');
  const others = readdirSync(join(dist, 'assets'))
    .map((name) => `assets/${name}`)
    .filter((file) => /\.m?js$/.test(file) && !catalogues.includes(file));
  const pages = readdirSync(join(dist, 'pages'))
    .filter((name) => name.endsWith('.en.html'))
    .map((name) => `pages/${name}`);
  return ['index.html', ...pages, ...others].flatMap((file) => {
    const text = readFileSync(join(dist, file), 'utf8');
    return sentences.filter((sentence) => text.includes(sentence)).map((sentence) => `${file}: ${sentence}`);
  });
}
