import { readFileSync } from 'node:fs';
import { readyQueries } from './ready-queries.ts';

const script = readFileSync(new URL('./explorer.js', import.meta.url), 'utf8');

const style = `
  :root { color-scheme: dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 1200px; padding: 16px; background: #121620; color: #fff }
  h1 { font-size: 22px; margin: 0 0 12px } label { display: block; color: #aab4c8; margin: 8px 0 2px }
  form, .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: end }
  .columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 16px }
  textarea, pre, select, input, button { font: 14px/1.5 ui-monospace, monospace; border-radius: 8px; padding: 8px;
    border: 1px solid #3a4460; background: #1e2433; color: #fff; box-sizing: border-box }
  textarea, pre, select { width: 100% } #query { height: 340px } #variables { height: 70px }
  #token { flex: 1 } pre { overflow: auto; min-height: 420px; margin: 0; white-space: pre-wrap }
  button { cursor: pointer; background: #3d5afe } details { margin-top: 16px } summary { cursor: pointer }`;

/** Escapes JSON so that it cannot end its script element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** Content security policy: only scripts with the nonce run, and they reach only their own origin. */
export const explorerPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Returns the page, which sends operations to its own address. It loads nothing else and does not store the token. */
export const explorerPage = (nonce: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kumbuka GraphQL explorer</title><style nonce="${nonce}">${style}</style></head><body>
<h1>Kumbuka GraphQL explorer</h1>
<form id="login"><input id="email" type="email" aria-label="Email" placeholder="Email" autocomplete="username">
<input id="password" type="password" aria-label="Password" placeholder="Password" autocomplete="current-password">
<button>Sign in</button><input id="token" aria-label="Access token" placeholder="or paste an access token"></form>
<label for="ready">Ready queries (role operator)</label><select id="ready"></select>
<div class="columns"><div>
<label for="query">Operation</label><textarea id="query" spellcheck="false"></textarea>
<label for="variables">Variables (JSON)</label><textarea id="variables" spellcheck="false"></textarea>
<div class="row"><button id="run" type="button">Run (Ctrl+Enter)</button></div></div>
<div><label for="result">Response</label><pre id="result" tabindex="0" aria-live="polite"></pre></div></div>
<details id="schema"><summary>Queries and mutations of the schema</summary><pre id="fields"></pre></details>
<script type="application/json" id="queries" nonce="${nonce}">${inScript(readyQueries)}</script>
<script nonce="${nonce}">${script}</script></body></html>`;
