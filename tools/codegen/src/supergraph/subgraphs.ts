import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace.ts';

export interface Subgraph {
  /** Folder of the service, also the name of its graph. */
  name: string;
  /** Placeholder address in the supergraph; the gateway replaces it by configuration. */
  url: string;
  sdl: string;
}

/** Every service with a `schema.graphql`, in order of their names. */
export function readSubgraphs(): Subgraph[] {
  const sdlOf = (name: string) => join(workspaceRoot, 'services', name, 'schema.graphql');
  return readdirSync(join(workspaceRoot, 'services'))
    .filter((name) => existsSync(sdlOf(name)))
    .sort()
    .map((name) => ({
      name,
      url: `http://${name}.internal/graphql`,
      sdl: readFileSync(sdlOf(name), 'utf8'),
    }));
}
