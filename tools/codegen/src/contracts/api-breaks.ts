import { schemaBreaks, type Use } from './breaks.ts';
import type { JsonSchema } from '@kumbuka/rest-facade/json-schema';

interface Body {
  content?: Record<string, { schema: JsonSchema }>;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: JsonSchema;
}
export interface Operation {
  parameters: Parameter[];
  security: unknown[];
  requestBody?: Body;
  responses: Record<string, Body>;
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

const schemaOf = (body: Body | undefined): JsonSchema | undefined =>
  body?.content?.['application/json']?.schema;

function bodyBreaks(before: Body | undefined, after: Body | undefined, use: Use, name: string): string[] {
  const [old, now] = [schemaOf(before), schemaOf(after)];
  if (!old && !now) return [];
  if (!old) return use === 'request' ? [`${name} is new`] : [];
  if (!now) return [`${name} was removed`];
  return schemaBreaks(old, now, use).map((what) => `${name}: ${what}`);
}

function parameterBreaks(before: Parameter[], after: Parameter[]): string[] {
  const find = (all: Parameter[], wanted: Parameter) =>
    all.find((each) => each.name === wanted.name && each.in === wanted.in);
  const kept = before.flatMap((old) => {
    const now = find(after, old);
    if (!now) return [`parameter ${old.name} was removed`];
    const required = !old.required && now.required ? [`parameter ${old.name} became required`] : [];
    const changed = schemaBreaks(old.schema, now.schema, 'request').map(
      (what) => `parameter ${old.name}: ${what}`,
    );
    return [...required, ...changed];
  });
  const demanded = after.filter((now) => now.required && !find(before, now));
  return [...kept, ...demanded.map(({ name }) => `parameter ${name} is new and required`)];
}

function operationBreaks(before: Operation, after: Operation): string[] {
  const needsToken =
    before.security.length === 0 && after.security.length > 0 ? ['it needs a token now'] : [];
  const success = Object.keys(before.responses).filter((status) => status.startsWith('2'));
  const responses = success.flatMap((status) =>
    after.responses[status]
      ? bodyBreaks(before.responses[status], after.responses[status], 'response', `response ${status}`)
      : [`response ${status} was removed`],
  );
  return [
    ...needsToken,
    ...parameterBreaks(before.parameters, after.parameters),
    ...bodyBreaks(before.requestBody, after.requestBody, 'request', 'body'),
    ...responses,
  ];
}

/** Breaking changes for clients of the old document, one sentence each. */
export function apiBreaks(before: OpenApi, after: OpenApi): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (!now) return [`${name} was removed`];
      return operationBreaks(operation, now).map((what) => `${name}: ${what}`);
    }),
  );
}
