import { transformAsync, types, type PluginItem, type PluginObject } from '@babel/core';
import extractPlugin from '@lingui/babel-plugin-extract-messages';
import macroPlugin from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
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

/** Compiles the English message that stays in the code, so that the browser needs no parser of ICU messages. */
const compileInPlace: PluginObject = {
  visitor: {
    ObjectExpression({ node }) {
      if (!node.leadingComments?.some(({ value }) => value.trim() === '* i18n')) return;
      for (const property of node.properties) {
        if (!types.isObjectProperty(property) || !types.isIdentifier(property.key, { name: 'message' }))
          continue;
        if (types.isStringLiteral(property.value))
          property.value = types.valueToNode(compileMessageOrThrow(property.value.value));
      }
    },
  },
};

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

/** Source of the module of one catalogue: id -> compiled translation, without missing ones. */
async function catalogueModule(text: string, filename: string): Promise<string> {
  const catalogue = await poFormat.parse(text, { locale: 'sw', sourceLocale: 'en', filename });
  const compiled = Object.entries(catalogue).flatMap(([id, { translation }]) =>
    translation ? [[id, compileMessageOrThrow(translation)]] : [],
  );
  return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`;
}

/** Turns the message macros into calls and catalogues into modules. */
export const messages: Plugin = {
  name: 'kumbuka:messages',
  enforce: 'pre',
  async transform(code, id) {
    const [filename = id] = id.split('?');
    if (filename.endsWith('.po')) return { code: await catalogueModule(code, filename), map: null };
    if (!/\/src\/.*\.tsx?$/.test(filename) || !usesMacros(code)) return;
    const result = await runPlugins(code, filename, [macros, () => compileInPlace]);
    return result && { code: result.code ?? '', map: JSON.stringify(result.map) };
  },
};
