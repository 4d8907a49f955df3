import { composeServices } from '@apollo/composition';
import { parse, type GraphQLSchema } from 'graphql';
import { join } from 'node:path';
import { readSubgraphs, workspaceRoot, type Subgraph } from './subgraphs.ts';
import { writeOrCheck } from './write-or-check.ts';

export const supergraphFile = join(workspaceRoot, 'apps/gateway/supergraph.graphql');

export class CompositionFailed extends Error {
  readonly code = 'COMPOSITION_FAILED';

  constructor(problems: readonly string[]) {
    super(`The subgraphs do not fit together:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.name = 'CompositionFailed';
  }
}

function composed(subgraphs: readonly Subgraph[]) {
  const result = composeServices(
    subgraphs.map(({ name, url, sdl }) => ({ name, url, typeDefs: parse(sdl) })),
  );
  if (result.errors) throw new CompositionFailed(result.errors.map(({ message }) => message));
  return result;
}

/** SDL of the supergraph that the gateway serves; throws CompositionFailed with every problem. */
export const composeSupergraph = (subgraphs: readonly Subgraph[]): string =>
  `${composed(subgraphs).supergraphSdl.trimEnd()}\n`;

/** The schema that clients of the gateway see; throws CompositionFailed with every problem. */
export const composeApiSchema = (subgraphs: readonly Subgraph[]): GraphQLSchema =>
  composed(subgraphs).schema.toAPISchema().toGraphQLJSSchema();

if (import.meta.main)
  writeOrCheck(
    [{ file: supergraphFile, text: composeSupergraph(readSubgraphs()) }],
    'node tools/supergraph/src/compose.ts',
  );
