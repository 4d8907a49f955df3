import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Parts of identifiers that do not describe their value, with replacements. */
const parts: Record<string, string> = {
  ask: 'call, query, request',
  asked: 'requested, request, calls',
  asker: 'caller',
  asking: 'requesting',
  asks: 'calls, requests',
  desk: 'admin',
  fact: 'value, detail',
  facts: 'details, data, addresses',
  given: 'input, options, values',
  known: 'existing, registered, cached',
  letter: 'deadLetter, email',
  letters: 'deadLetters, emails',
  news: 'update, change',
  stray: 'orphan, violation',
  strays: 'orphans, violations',
  tell: 'publish, notify, report',
  tells: 'publishes, reports',
  told: 'events, response, reported',
  tries: 'attempts',
  way: 'upstream, edge, path',
  ways: 'upstreams, edges, paths',
};

/** Names that have to stay, with the reason. */
const fixedNames: Record<string, string> = {
  adminEventDesk: 'field of the schema',
  AdminEventDesk: 'GraphQL operation, named after adminEventDesk',
  AdminEventDeskDocument: 'generated from AdminEventDesk',
  asked: 'field of a stored generation and of the schema',
  asker: 'field of stored Idempotency-Keys',
  asks: 'field of stored users',
  checksAsked: 'field of stored payments',
  CODE_ASKED_TOO_SOON: 'error code',
  ipCodeTries: 'named after IP_CODE_TRIES_PER_HOUR',
  IP_CODE_TRIES_PER_HOUR: 'name of a setting',
  isOneWay: 'flag of the MongoDB protocol',
  knownNames: 'names of people and places',
  KNOWN_OPERATIONS_ONLY: 'name of a setting',
  KUMBUKA_FACTS: 'name of a setting',
  letter: 'field of emails between services and in the queue, and a letter of a text',
  letters: 'letters of a text',
  letterSpacing: 'property of CSS',
  readEventDesk: 'named after adminEventDesk',
  tries: 'field of stored codes',
};
/** A letter of the alphabet, or the second half of a dead letter. */
const alphabet = /dead_?letter|(?:domain|min|plain)letters|lettersin/i;

/** Phrases of comments, titles and messages that hide the subject, with replacements. */
const phrases: [RegExp, string][] = [
  [/\bwhoever\b/i, 'name the subject: callers, every client, the next process'],
  [/\b(?:is|are|was|were|be|been) told\b(?! apart)/i, 'learns, gets, receives, is reported'],
  [/\bwork(?:s|ed)? (?:\w+ )?off\b/i, 'process, run'],
  [/\bways? in(?! which)\b/i, 'edge, edges'],
  [/\bway on\b/i, 'upstream'],
  [/\bwhat comes of\b/i, 'result, response'],
];

/** Generated files, word lists and these words themselves. */
const isLeftOut = (file: string) =>
  /(^|\/)(?:node_modules|generated)\/|\.generated\.ts$|^libs\/card-maker\/src\/.*lists|^tools\/checks\/src\/words/.test(
    file,
  );

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;
/** Comments and texts become blanks of the same length, so that lines stay where they are. */
const texts = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
const partsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');

/** Declarations of constants, functions, types, fields, parameters and destructured names. */
const declared =
  /\b(?:const|let|function\*?|interface|type|class)\s+([A-Za-z_]\w*)|(?<![.\w?])([A-Za-z_]\w*)\??\s*[:=](?![:=])|(?<=[{,(]\s*)([A-Za-z_]\w*)(?=\s*[,})])/g;

export function wordsIn(text: string): string[] {
  const code = text.replaceAll(texts, blank);
  const names = [...code.matchAll(declared)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    if (name in fixedNames || alphabet.test(name)) return [];
    const part = partsOf(name).find((each) => Object.hasOwn(parts, each));
    return part ? [`${lineOf(text, match.index)}: ${name}; write ${parts[part]}`] : [];
  });
  const sentences = [...text.matchAll(texts)].flatMap(({ 0: sentence, index }) =>
    phrases.flatMap(([phrase, instead]) => {
      const found = phrase.exec(sentence);
      return found ? [`${lineOf(text, index + found.index)}: ${found[0]}; write ${instead}`] : [];
    }),
  );
  return [...new Set([...names, ...sentences])];
}

/** Returns the words of the repository with a better replacement, each with its file and line. */
export const wordsOf = (root: string): string[] =>
  globSync('{apps,libs,services,tools}/**/*.{ts,tsx}', { cwd: root, exclude: isLeftOut })
    .filter((file) => !isLeftOut(file))
    .flatMap((file) => wordsIn(readFileSync(join(root, file), 'utf8')).map((each) => `${file}:${each}`));
