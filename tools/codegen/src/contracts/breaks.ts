import type { JsonSchema } from '@kumbuka/rest-facade/json-schema';

/**
 * Side that depends on a schema: consumers of events, old and new ones; senders of a request; readers of
 * a response.
 */
export type Use = 'event' | 'request' | 'response';

const words = new Set(['description', 'title', 'examples', '$schema', 'deprecated']);
const structural = new Set([...words, 'properties', 'required', 'items', 'anyOf', 'enum']);

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, canonical(each)]));
};
const same = (a: unknown, b: unknown) => JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));

const upperBounds = new Set(['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum']);
const lowerBounds = new Set(['minLength', 'minItems', 'minimum', 'exclusiveMinimum']);

/** Whether a bound accepts all values that it accepted before. */
function isLooser(keyword: string, before: unknown, after: unknown): boolean {
  if (!upperBounds.has(keyword) && !lowerBounds.has(keyword)) return false;
  if (after === undefined) return true;
  if (typeof before !== 'number' || typeof after !== 'number') return false;
  return upperBounds.has(keyword) ? after > before : after < before;
}

/** Value in a sentence; long ones, such as patterns, are left out. */
const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'none';
  return text.length > 40 ? '...' : text;
};

/** Rules other than fields and values. A request may get looser bounds. */
function ruleBreaks(before: JsonSchema, after: JsonSchema, use: Use, path: string): string[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const changes = [...new Set([...old.keys(), ...now.keys()])]
    .filter((keyword) => !structural.has(keyword) && !same(old.get(keyword), now.get(keyword)))
    .filter((keyword) => use !== 'request' || !isLooser(keyword, old.get(keyword), now.get(keyword)))
    .map((keyword) => `${keyword} was ${shown(old.get(keyword))} and is ${shown(now.get(keyword))}`);
  return changes.length === 0 ? [] : [`${path || 'it'} changed: ${changes.join(', ')}`];
}

function propertyBreaks(before: JsonSchema, after: JsonSchema, use: Use, path: string): string[] {
  const old = before.properties ?? {};
  const now = after.properties ?? {};
  const wasRequired = new Set(before.required);
  const isRequired = new Set(after.required);
  const at = (name: string) => (path ? `${path}.${name}` : name);

  const kept = Object.entries(old).flatMap(([name, was]) => {
    if (!now[name]) return [`${at(name)} was removed`];
    const nested = schemaBreaks(was, now[name], use, at(name));
    if (use !== 'response' && !wasRequired.has(name) && isRequired.has(name))
      return [...nested, `${at(name)} became required`];
    if (use !== 'request' && wasRequired.has(name) && !isRequired.has(name))
      return [...nested, `${at(name)} became optional`];
    return nested;
  });
  const added = Object.keys(now).filter((name) => !old[name]);
  const demanded = use === 'response' ? [] : added.filter((name) => isRequired.has(name));
  return [...kept, ...demanded.map((name) => `${at(name)} is new and required`)];
}

/** Accepting more values breaks no sender; accepting fewer does. */
function enumBreaks(before: JsonSchema, after: JsonSchema, use: Use, path: string): string[] {
  if (same(before.enum?.toSorted(), after.enum?.toSorted())) return [];
  const grew = use === 'request' && before.enum?.every((value) => after.enum?.includes(value) ?? true);
  return grew ? [] : [`${path} changed its values`];
}

function variantBreaks(before: JsonSchema, after: JsonSchema, use: Use, path: string): string[] {
  const [old, now] = [before.anyOf ?? [], after.anyOf ?? []];
  if (old.length !== now.length) return [`${path} changed its variants`];
  return old.flatMap((variant, index) => schemaBreaks(variant, now[index] ?? {}, use, path));
}

/** Breaking changes for users of the old schema, one sentence each; descriptions may change. */
export function schemaBreaks(before: JsonSchema, after: JsonSchema, use: Use, path = ''): string[] {
  const items = before.items && after.items ? schemaBreaks(before.items, after.items, use, `${path}[]`) : [];
  return [
    ...ruleBreaks(before, after, use, path),
    ...propertyBreaks(before, after, use, path),
    ...enumBreaks(before, after, use, path),
    ...variantBreaks(before, after, use, path),
    ...items,
  ];
}
