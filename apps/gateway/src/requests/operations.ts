import { stripIgnoredCharacters } from 'graphql';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifestFile = new URL('../../operations.json', import.meta.url);

const manifest = z.array(z.strictObject({ name: z.string(), query: z.string(), sha256: z.string() }));
export type RegisteredOperation = z.output<typeof manifest>[number];

/** Operations of the web client, byte for byte as the client sends them. */
export const readOperations = (): RegisteredOperation[] =>
  manifest.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));

function normalised(query: string): string | null {
  try {
    return stripIgnoredCharacters(query);
  } catch {
    return null;
  }
}

/** Returns a lookup of registered operations by text. Spaces, commas and comments do not count. */
export function findRegistered(operations: readonly RegisteredOperation[]) {
  const bySentText = new Map(operations.map((operation) => [operation.query, operation]));
  const byMeaning = new Map(operations.map((operation) => [normalised(operation.query), operation]));
  return (query: string): RegisteredOperation | undefined =>
    bySentText.get(query) ?? byMeaning.get(normalised(query) ?? '');
}
