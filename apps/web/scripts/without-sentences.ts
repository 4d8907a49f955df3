import type { Plugin } from 'vite';

const catalogue = /\/libs\/contracts\/src\/error-catalogue\.ts$/;
const sentence = /\bsentence:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;

/** Leaves the sentences of the error catalogue out: browsers show those of the server's responses. */
export const withoutSentences: Plugin = {
  name: 'kumbuka:without-sentences',
  enforce: 'pre',
  transform(code, id) {
    if (!catalogue.test(id)) return null;
    const short = code.replaceAll(sentence, "sentence: ''");
    if (short === code) throw new Error('The catalogue of errors has no sentences in the expected form.');
    return { code: short, map: null };
  },
};
