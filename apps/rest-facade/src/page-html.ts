import { escapeHtml } from '@kumbuka/text';

const style = `
  :root { color-scheme: dark }
  body { margin: 0 auto; max-width: 960px; padding: 32px 16px 64px; background: #121620; color: #fff;
         font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
  a { color: #9db0ff } h1 { font-size: 32px; letter-spacing: -.02em } h2 { font-size: 22px; margin-top: 40px }
  article { background: #1e2433; border: 1px solid rgb(255 255 255 / .09); border-radius: 16px; padding: 16px 24px; margin: 12px 0 }
  code { font: 600 15px ui-monospace, monospace } .method { color: #9db0ff } p { margin: 4px 0; color: #aab4c8 }
  pre { overflow: auto; font: 14px/1.5 ui-monospace, monospace; color: #aab4c8 }
  .codes { font-size: 14px; color: #8f9ab2 }`;

interface PageInfo {
  title: string;
  description?: string;
}

/** Returns a static page without scripts or external resources. */
export const pageHtml = ({ title, description = '' }: PageInfo, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)}</p>${body}</body></html>`;
