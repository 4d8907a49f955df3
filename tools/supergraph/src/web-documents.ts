import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse, Source, type DocumentNode } from 'graphql';
import { workspaceRoot } from './subgraphs.ts';

export interface WebDocument {
  /** Path from the root of the workspace. */
  file: string;
  document: DocumentNode;
}

/** Every `*.graphql` file of the web client, in order of their paths. */
export function readWebDocuments(root = workspaceRoot): WebDocument[] {
  const source = join(root, 'apps/web/src');
  if (!existsSync(source)) return [];
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => {
      const file = relative(root, join(source, name));
      return { file, document: parse(new Source(readFileSync(join(source, name), 'utf8'), file)) };
    });
}
