import { escapeHtml } from '@kumbuka/text';

/** Common styles of the embedded servers' pages. */
export const BASE_STYLE = `
:root { color-scheme: dark; --page: #121620; --paper: #1e2433; --raised: #262d3f; --sunken: #171c29;
  --text: #fff; --secondary: #aab4c8; --link: #9db0ff; --primary: #4255ff; --divider: rgb(255 255 255 / 9%); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 880px; margin: 0 auto; padding: 24px 16px; }
header { display: flex; align-items: center; gap: 16px; padding-bottom: 0; }
h1 { flex: 1; margin: 0; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
a { color: var(--link); }
a:focus-visible, button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
button { padding: 8px 16px; border: 1px solid #6b7690; border-radius: 8px; background: none; color: var(--text); font: inherit; cursor: pointer; }
button:hover { background: var(--raised); }`;

/** Returns a whole page without scripts. `refresh` can make it reload itself. */
export function pageOf(title: string, body: string, refresh = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${refresh}<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"></head><body>${body}</body></html>`;
}

export const refreshAfter = (seconds: number): string => `<meta http-equiv="refresh" content="${seconds}">`;
