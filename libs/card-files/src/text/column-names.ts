import { searchKey } from '@kumbuka/text';

const keys = (words: string) => new Set(words.split('|').map((word) => searchKey(word)));

/** Names that programs and learners give to columns. */
const names = {
  front: keys(
    'front|question|term|word|phrase|prompt|name|concept|vocabulary|expression|mbele|neno|swali|istilahi|vorderseite|wort|begriff|frage|recto|mot|terme|anverso|palabra|pregunta|término',
  ),
  back: keys(
    'back|answer|definition|meaning|translation|description|nyuma|jibu|maana|tafsiri|rückseite|antwort|bedeutung|übersetzung|verso|réponse|traduction|reverso|respuesta|traducción|significado',
  ),
  tags: keys('tags|tag|labels|lebo|vitambulisho|schlagwörter|étiquettes|etiquetas'),
  deck: keys('deck|set|folder|staha|stapel|paquet|mazo'),
  guid: keys('guid'),
  format: keys('format'),
  other: keys(
    'hint|notes|note|extra|example|examples|comment|comments|created|date|id|image|audio|picture|category|kidokezo|mfano|maelezo',
  ),
};
export type ColumnRole = keyof typeof names;

/** Languages name themselves, or are named in English: `Deutsch`, `日本語`, `Kiswahili`. */
const languages =
  'ar am bn de el en es fa fi fr ha he hi hu id it ja ko la nl pl pt ro ru rw so sv sw ta th tr uk ur vi yo zh zu'
    .split(' ')
    .flatMap((code) =>
      ['en', code].map((locale) => new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? ''),
    );
const languageKeys = new Set(languages.filter(Boolean).map((word) => searchKey(word)));

export const roleOf = (name: string): ColumnRole | null =>
  (Object.keys(names) as ColumnRole[]).find((role) => names[role].has(searchKey(name))) ?? null;

const isName = (cell: string) => cell === '' || roleOf(cell) !== null || languageKeys.has(searchKey(cell));

/** Whether the first row names the columns: all of its cells are names, and the next row shows that this is no accident. */
export function isHeader(first: readonly string[], second: readonly string[] | undefined): boolean {
  const named = first.filter((cell) => cell !== '');
  return named.length >= 2 && first.every(isName) && !(second?.every(isName) ?? false);
}
