import { transformAsync, types, type PluginItem, type PluginObject } from '@babel/core';
import extractPlugin from '@lingui/babel-plugin-extract-messages';
import macroPlugin from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const runtime = (name: string) => join(import.meta.dirname, '../src/shared/i18n', name);

const linguiConfig = makeConfig(
  {
    locales: ['en', 'sw'],
    sourceLocale: 'en',
    runtimeConfigModule: { i18n: [runtime('i18n.ts'), 'i18n'], Trans: [runtime('trans.tsx'), 'Trans'] },
  },
  { skipValidation: true },
);

/** How catalogues are read and written. Source files without line numbers, so that an unrelated edit changes nothing. */
export const poFormat = formatter({ lineNumbers: false });

/** The plugins are typed for another major version of Babel than the one that runs them; both work. */
const plugin = (target: unknown, options: object) => [target, options] as PluginItem;

const macros = plugin(macroPlugin, { descriptorFields: 'message', linguiConfig });
const usesMacros = (code: string) => /from '@lingui\/(?:core|react)\/macro'/.test(code);

const runPlugins = (code: string, filename: string, plugins: PluginItem[]) =>
  transformAsync(code, {
    filename,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: filename.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins,
  });

/** Returns the compiled text of a message by its id and its English. */
type TextOf = (id: string, english: string) => CompiledMessage;

/** Compiles the message that stays in the code, so that the browser needs no parser of ICU messages. */
const compileInPlace = (textOf: TextOf): PluginObject => ({
  visitor: {
    ObjectExpression({ node }) {
      if (!node.leadingComments?.some(({ value }) => value.trim() === '* i18n')) return;
      const properties = node.properties.filter((each) => types.isObjectProperty(each));
      const named = (name: string) => properties.find(({ key }) => types.isIdentifier(key, { name }));
      const [id, message] = [named('id')?.value, named('message')];
      if (types.isStringLiteral(id) && message && types.isStringLiteral(message.value))
        message.value = types.valueToNode(textOf(id.value, message.value.value));
    },
  },
});

const inEnglish: TextOf = (_id, english) => compileMessageOrThrow(english);

export interface ExtractedMessage {
  id: string;
  message: string;
  /** Distinguishes texts that are equal in English and differ in another language. */
  context?: string | undefined;
  /** Code of the values that have no name, such as `0: user.name`. */
  placeholders: Record<string, string>;
}

/** Returns the messages of one source file. */
export async function messagesIn(code: string, filename: string): Promise<ExtractedMessage[]> {
  const found: ExtractedMessage[] = [];
  const onMessageExtracted = ({
    id,
    message = '',
    context,
    placeholders,
  }: Partial<ExtractedMessage> & { id: string }) =>
    void found.push({ id, message, context, placeholders: placeholders ?? {} });
  if (usesMacros(code))
    await runPlugins(code, filename, [macros, plugin(extractPlugin, { onMessageExtracted, linguiConfig })]);
  return found;
}

/** Id -> compiled translation of one catalogue, without missing ones. */
async function translations(text: string, filename: string): Promise<[string, CompiledMessage][]> {
  const catalogue = await poFormat.parse(text, { locale: 'sw', sourceLocale: 'en', filename });
  return Object.entries(catalogue).flatMap(([id, { translation }]): [string, CompiledMessage][] =>
    translation ? [[id, compileMessageOrThrow(translation)]] : [],
  );
}

const catalogueModule = async (text: string, filename: string) =>
  `export const messages = ${JSON.stringify(Object.fromEntries(await translations(text, filename)))};`;

async function withMessagesInPlace(code: string, filename: string, textOf: TextOf) {
  if (!/\/src\/.*\.tsx?$/.test(filename) || !usesMacros(code)) return;
  const result = await runPlugins(code, filename, [macros, () => compileInPlace(textOf)]);
  return result && { code: result.code ?? '', map: JSON.stringify(result.map) };
}

/** Turns the message macros into calls and catalogues into modules. */
export const messages: Plugin = {
  name: 'kumbuka:messages',
  enforce: 'pre',
  async transform(code, id) {
    const [filename = id] = id.split('?');
    if (filename.endsWith('.po')) return { code: await catalogueModule(code, filename), map: null };
    return withMessagesInPlace(code, filename, inEnglish);
  },
};

const locales = join(import.meta.dirname, '../src/locales');

/** All translations into a language, by id. */
async function allTranslations(language: string): Promise<Map<string, CompiledMessage>> {
  const folder = join(locales, language);
  const files = readdirSync(folder).filter((name) => name.endsWith('.po'));
  const texts = files.map((name) => translations(readFileSync(join(folder, name), 'utf8'), name));
  return new Map((await Promise.all(texts)).flat());
}

const withoutCatalogues = (code: string) => code.replace(/import\.meta\.glob<[^]*?>\([^)]*\)/, '{}');

/** Puts the messages of one language into the code itself, for scripts of pages that have no other. */
export function messagesInPlace(language: string): Plugin {
  const translated = language === 'en' ? null : allTranslations(language);
  return {
    name: 'kumbuka:messages-in-place',
    enforce: 'pre',
    async transform(code, id) {
      const texts = await translated;
      const textOf: TextOf = (key, english) => texts?.get(key) ?? inEnglish(key, english);
      if (id === runtime('i18n.ts')) return { code: withoutCatalogues(code), map: null };
      return withMessagesInPlace(code, id.split('?')[0] ?? id, textOf);
    },
  };
}
