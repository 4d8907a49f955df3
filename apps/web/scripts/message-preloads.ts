import type { Manifest } from 'vite';
import { chosenLanguage } from './chosen-language.ts';
import { chunkFiles } from './chunk-files.ts';

/** Runs in the page, before the client is there. */
const preloadAll = `(files) => {
  try {
    for (const href of files[${chosenLanguage}] ?? [])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }));
  } catch {}
}`;

/** Catalogues of what all pages share and of the features of some modules, as i18n.ts loads them. */
function catalogues(manifest: Manifest, modules: readonly string[]): string[] {
  const features = modules.map((module) => /\/features\/([^/]+)\//.exec(module)?.[1]);
  const files = ['shared', ...features].map((area) => `src/locales/sw/${area}.po`);
  return chunkFiles(
    manifest,
    [...new Set(files)].filter((file) => file in manifest),
  );
}

/** Script in the head of a route that fetches the messages of another language than English beside the client's core. */
export function preloadMessages(manifest: Manifest, modules: readonly string[]): string {
  const sw = catalogues(manifest, modules).map((file) => `/${file}`);
  return `<script nonce="__CSP_NONCE__">(${preloadAll})(${JSON.stringify({ sw })})</script>`;
}
