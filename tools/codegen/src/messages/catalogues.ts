import { messagesIn, poFormat, type ExtractedMessage } from '@kumbuka/web/messages';
import type { CatalogType } from '@lingui/conf';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { workspaceRoot } from '../workspace.ts';
import type { GeneratedFile } from '../write-or-check.ts';

const source = join(workspaceRoot, 'apps/web/src');
/** Languages with a catalogue; English is in the code. */
const translatedLanguages = ['sw'] as const;
const shared = 'shared';

interface FoundMessage extends ExtractedMessage {
  /** Source files, relative to `apps/web/src`. */
  files: string[];
}

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.(?:test|drill|generated)\.tsx?$/.test(name);

/** Every message of the web client, by id. */
export async function webMessages(): Promise<Map<string, FoundMessage>> {
  const found = new Map<string, FoundMessage>();
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(isSource).sort();
  for (const name of names)
    for (const message of await messagesIn(readFileSync(join(source, name), 'utf8'), join(source, name))) {
      const existing = found.get(message.id);
      if (!existing) found.set(message.id, { ...message, files: [name] });
      else if (!existing.files.includes(name)) existing.files.push(name);
    }
  return found;
}

/** Folder of the feature, or `shared` for everything that more than one feature shows. */
function areaOf({ files }: FoundMessage): string {
  const areas = new Set(files.map((file) => /^features\/([^/]+)/.exec(file)?.[1] ?? shared));
  const [first = shared] = areas;
  return areas.size === 1 ? first : shared;
}

const folderOf = (language: string) => join(workspaceRoot, 'apps/web/src/locales', language);

const parse = async (language: string, { file, text }: GeneratedFile): Promise<CatalogType> =>
  poFormat.parse(text, { locale: language, sourceLocale: 'en', filename: file });

const readCatalogue = (language: string, file: string) =>
  parse(language, { file, text: readFileSync(file, 'utf8') });

/** Translations of a language, from all its files: a message may move from one to another. */
export async function translationsOf(language: string): Promise<Map<string, string>> {
  const folder = folderOf(language);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.po')) : [];
  const catalogues = await Promise.all(files.map((name) => readCatalogue(language, join(folder, name))));
  return new Map(
    catalogues.flatMap((catalogue) =>
      Object.entries(catalogue).map(([id, { translation = '' }]) => [id, translation] as const),
    ),
  );
}

/** Leaves out times, which would change with every run. */
const header = (language: string) =>
  [
    'msgid ""',
    'msgstr ""',
    '"Content-Type: text/plain; charset=utf-8\\n"',
    `"Language: ${language}\\n"`,
  ].join('\n');

const entryOf = (
  { message, context, files, placeholders }: FoundMessage,
  translation: string,
): CatalogType[string] => ({
  message,
  ...(context === undefined ? {} : { context }),
  translation,
  origin: files.map((file): [string] => [file]),
  placeholders: Object.fromEntries(Object.entries(placeholders).map(([name, code]) => [name, [code]])),
});

/** Returns the catalogues with exactly the messages of the code and their existing translations. */
export async function catalogueFiles(): Promise<GeneratedFile[]> {
  const messages = [...(await webMessages()).values()];
  const areas = Map.groupBy(messages, areaOf);
  const files: GeneratedFile[] = [];
  for (const language of translatedLanguages) {
    const translations = await translationsOf(language);
    for (const [area, ofArea] of areas) {
      const file = join(folderOf(language), `${area}.po`);
      const catalogue = Object.fromEntries(
        ofArea.map((found) => [found.id, entryOf(found, translations.get(found.id) ?? '')]),
      );
      const text = await poFormat.serialize(catalogue, {
        locale: language,
        sourceLocale: 'en',
        filename: file,
        existing: header(language),
      });
      files.push({ file, text });
    }
  }
  return files.sort((left, right) => (left.file < right.file ? -1 : 1));
}

/** Messages of the catalogues that have no translation yet, each with its file. */
export async function untranslated(files: readonly GeneratedFile[]): Promise<string[]> {
  const lists = await Promise.all(
    files.map(async (each) => {
      const catalogue = await parse(basename(dirname(each.file)), each);
      return Object.values(catalogue)
        .filter(({ translation = '' }) => translation === '')
        .map(({ message = '' }) => `${relative(workspaceRoot, each.file)}: ${message}`);
    }),
  );
  return lists.flat();
}
