interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: unknown[];
  responses?: Record<string, { description?: string }>;
}
export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);

const style = `
  :root { color-scheme: dark }
  body { margin: 0 auto; max-width: 960px; padding: 32px 16px 64px; background: #121620; color: #fff;
         font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
  a { color: #9db0ff } h1 { font-size: 32px; letter-spacing: -.02em } h2 { font-size: 22px; margin-top: 40px }
  article { background: #1e2433; border: 1px solid rgb(255 255 255 / .09); border-radius: 16px; padding: 16px 24px; margin: 12px 0 }
  code { font: 600 15px ui-monospace, monospace } .method { color: #9db0ff } p { margin: 4px 0; color: #aab4c8 }
  .codes { font-size: 14px; color: #8f9ab2 }`;

const tokenNote = ['', 'Needs a bearer token.', 'Needs the admin key, or the bearer token of an operator.'];

function operationHtml(path: string, method: string, operation: Operation) {
  const codes = Object.entries(operation.responses ?? {}).map(
    ([status, { description }]) => `${status} ${description ?? ''}`,
  );
  const token = tokenNote[operation.security?.length ?? 0] ?? '';
  return `<article id="${escape(operation.operationId ?? '')}">
  <code><span class="method">${method.toUpperCase()}</span> ${escape(path)}</code>
  <p>${escape(operation.summary ?? '')} ${token}</p>
  <p class="codes">${codes.map(escape).join(' · ')}</p>
</article>`;
}

/** The OpenAPI document as a page to read: no script, nothing from elsewhere. */
export function docsPage(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'other'))];
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => (operation.tags?.[0] ?? 'other') === tag);
    return `<h2>${escape(tag)}</h2>${own.map((each) => operationHtml(each.path, each.method, each.operation)).join('')}`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(document.info.title)}</title><style>${style}</style></head><body>
<h1>${escape(document.info.title)}</h1><p>${escape(document.info.description ?? '')}</p>
<p>Machine-readable: <a href="/openapi.json">/openapi.json</a></p>${sections.join('')}</body></html>`;
}
