import { escapeHtml } from '@kumbuka/text';
import { pageHtml } from './page-html.ts';

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

/** By the number of accepted security schemes. */
const credentialNotes = [
  '',
  'Needs a bearer token.',
  'Needs the admin key, or the bearer token of an operator.',
];

function operationHtml(path: string, method: string, operation: Operation) {
  const codes = Object.entries(operation.responses ?? {}).map(
    ([status, { description }]) => `${status} ${description ?? ''}`,
  );
  const credential = credentialNotes[operation.security?.length ?? 0] ?? '';
  return `<article id="${escapeHtml(operation.operationId ?? '')}">
  <code><span class="method">${method.toUpperCase()}</span> ${escapeHtml(path)}</code>
  <p>${escapeHtml(operation.summary ?? '')} ${credential}</p>
  <p class="codes">${codes.map(escapeHtml).join(' · ')}</p>
</article>`;
}

/** Returns the OpenAPI document as a static page without scripts or external resources. */
export function docsPage(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'other'))];
  const sections = tags.map((tag) => {
    const tagged = operations.filter(({ operation }) => (operation.tags?.[0] ?? 'other') === tag);
    return `<h2>${escapeHtml(tag)}</h2>${tagged.map((each) => operationHtml(each.path, each.method, each.operation)).join('')}`;
  });
  return pageHtml(
    document.info,
    `<p>Machine-readable: <a href="/openapi.json">/openapi.json</a>. Events: <a href="/docs/events">/docs/events</a></p>
${sections.join('')}`,
  );
}
