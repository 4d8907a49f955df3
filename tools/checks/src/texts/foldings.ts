/** A regular expression that contains one of these parts. */
const patternWith = (part: string) =>
  new RegExp(
    String.raw`(?<=[(,=:;!&|?[{}\s])\/(?![*/])(?:[^/\n\\]|\\.)*?(?:${part})(?:[^/\n\\]|\\.)*\/[dgimsuvy]*`,
    'u',
  );

/** Calls that compare, sort or normalise text, and patterns that divide it, which belong in `libs/text`. */
const foldings: readonly { name: string; pattern: RegExp }[] = [
  { name: 'toLowerCase', pattern: /\.to(?:Locale)?LowerCase\b/ },
  /** `text.charAt(0).toUpperCase()` writes a capital; it compares nothing. */
  { name: 'toUpperCase', pattern: /(?<!\.charAt\(0\)|\[0\]\??)\.to(?:Locale)?UpperCase\b/ },
  { name: 'normalize', pattern: /\.normalize\(|\['normalize'\]/ },
  { name: 'localeCompare', pattern: /\.localeCompare\b/ },
  { name: 'Intl.Collator', pattern: /\bIntl\.Collator\b/ },
  { name: 'a pattern that ignores accents', pattern: /\\p\{(?:M|Mn|Diacritic)\}/ },
  { name: 'a pattern for separators', pattern: patternWith(String.raw`[–—−→⇒；：،؛፦]|\\p\{(?:Pd|Dash)\}`) },
  {
    name: 'a pattern for labels of questions',
    pattern: patternWith(
      String.raw`(?:\b(?:question|answer|swali|jibu|ans)|\b[qa]|\[[qa]{2}\])\b\)?(?:\\s\*?)?\[?[:：]`,
    ),
  },
];

interface Exception {
  at: RegExp;
  reason: string;
}

/** Files that may fold text by themselves, and why. */
export const exceptions: readonly Exception[] = [
  { at: /^libs\/text\//, reason: 'It owns the rules.' },
  { at: /^libs\/content\/src\/markdown\.ts$/, reason: 'Names of programming languages are ASCII.' },
  {
    at: /^libs\/contracts\/src\/constants\.ts$/,
    reason: 'Rejects letters that mail servers turn into others.',
  },
  { at: /^libs\/contracts\/src\/sentences\.ts$/, reason: 'Writes an English sentence after a field name.' },
  { at: /^libs\/contracts\/src\/rest\/fields\.ts$/, reason: 'Hexadecimal digits of UUIDs are ASCII.' },
  { at: /^libs\/contracts\/src\/services\.ts$/, reason: 'Names of environment variables are ASCII.' },
  { at: /^libs\/http-kit\/src\/server\/problems\.ts$/, reason: 'Field names of GraphQL are ASCII.' },
  { at: /^libs\/service-kit\/src\/(?:[\w-]+\/)?call-route\.ts$/, reason: 'Media types are ASCII.' },
  { at: /^apps\/rest-facade\/src\//, reason: 'HTTP methods and event names are ASCII.' },
  {
    at: /^apps\/web\/src\/features\/admin\/audit\/audit-filters\.ts$/,
    reason: 'Compares with five ASCII words.',
  },
  {
    at: /^apps\/web\/src\/shared\/plan\/short-reference\.ts$/,
    reason: 'Shows the hexadecimal digits of a UUID.',
  },
  {
    at: /^apps\/web\/src\/features\/study\/session\/early\/first-screen\.ts$/,
    reason: 'Values of an enum are ASCII.',
  },
  { at: /^apps\/web\/src\/features\/settings\/devices-panel\.tsx$/, reason: 'Sorts times in ISO 8601.' },
  { at: /^services\/admin\/src\/graphql\/inputs\.ts$/, reason: 'Values of an enum are ASCII.' },
  {
    at: /^services\/auth\/src\/domain\/account\/password\.ts$/,
    reason: 'The list of common passwords is ASCII.',
  },
  {
    at: /^libs\/contracts\/src\/(?:languages|kiswahili\/problems)\.ts$/,
    reason: 'Tags of languages are ASCII; writes a sentence after a field name.',
  },
  {
    at: /^apps\/web\/src\/app\/page-keys-host\.tsx$/,
    reason: 'Compares keys of a keyboard with ASCII letters.',
  },
  { at: /^libs\/contracts\/src\/study-day\.ts$/, reason: 'Names of zones are ASCII.' },
  {
    at: /^apps\/web\/src\/features\/study\/session\/state\/keyboard\.ts$/,
    reason: 'Compares keys of a keyboard with ASCII letters.',
  },
  {
    at: /^services\/ai\/src\/adapters\/providers\/canary\.ts$/,
    reason: 'Keeps ASCII letters and digits alone, so that no spelling of its mark passes.',
  },
  {
    at: /^apps\/web\/src\/features\/ai\/(?:join-pages|unwrap-lines)\.ts$/,
    reason: 'Finds page numbers, bullets and the ends of sentences in a PDF, no pairs.',
  },
  {
    at: /^libs\/card-files\/src\/(?:anki|html|text)\//,
    reason: 'Media files are called by their NFC names, as in Anki; marks and names of tables are ASCII.',
  },
  {
    at: /^(?:services\/ai\/src\/domain\/(?:extraction\/|vetting\.ts$)|libs\/card-maker\/)/,
    reason: 'The grammar of a language looks its words up in small letters and writes sentences.',
  },
];

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Foldings of a file outside `libs/text`, one sentence each. */
export function foldingsIn(file: string, text: string): string[] {
  if (exceptions.some(({ at }) => at.test(file))) return [];
  const code = text.replaceAll(comments, '');
  return foldings
    .filter(({ pattern }) => pattern.test(code))
    .map(({ name }) => `${file} uses ${name}; take a key of @kumbuka/text, or give a reason in foldings.ts`);
}
