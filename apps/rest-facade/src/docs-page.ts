import { escapeHtml } from '@kumbuka/text';
import { pageHtml } from './page-html.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: object[];
  parameters?: object[];
  requestBody?: object;
  responses?: Record<string, { description?: string }>;
}
export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
}

interface Endpoint {
  path: string;
  method: string;
  operation: Operation;
}

const endpointsOf = ({ paths }: ApiDocument): Endpoint[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

function credentialOf({ security = [] }: Operation): string {
  if (security.length === 0) return '';
  return security.some((scheme) => 'adminKey' in scheme)
    ? 'Needs the admin key, or the bearer token of an operator.'
    : 'Needs a bearer token.';
}

/** Shows parameters and body as JSON Schema, folded. */
function inputHtml({ parameters = [], requestBody }: Operation): string {
  const json = JSON.stringify({ parameters, requestBody }, null, 2);
  return `<details><summary>Parameters and body</summary><pre tabindex="0">${escapeHtml(json)}</pre></details>`;
}

function endpointHtml({ path, method, operation }: Endpoint): string {
  const { operationId = '', summary = '', responses = {} } = operation;
  const codes = Object.entries(responses).map(([status, { description = '' }]) => `${status} ${description}`);
  return `<article id="${escapeHtml(operationId)}">
  <code><span class="method">${method.toUpperCase()}</span> ${escapeHtml(path)}</code>
  <p>${escapeHtml(summary)} ${credentialOf(operation)}</p>
  <p class="codes">${escapeHtml(codes.join(' · '))}</p>
  ${inputHtml(operation)}
</article>`;
}

/** Returns the OpenAPI document as a static page without scripts or external resources. */
export function docsPage(document: ApiDocument): string {
  const sections = Map.groupBy(endpointsOf(document), ({ operation }) => operation.tags?.[0] ?? 'other');
  const body = [...sections].map(
    ([tag, endpoints]) => `<h2>${escapeHtml(tag)}</h2>${endpoints.map(endpointHtml).join('')}`,
  );
  return pageHtml(
    document.info,
    `<p>Machine-readable: <a href="/openapi.json">/openapi.json</a>. Events: <a href="/docs/events">/docs/events</a></p>
${body.join('')}`,
  );
}
