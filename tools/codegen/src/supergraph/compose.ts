import { composeServices } from '@apollo/composition';
import { parse, type GraphQLSchema } from 'graphql';
import { join } from 'node:path';
import { supergraphBreaks } from './breaks.ts';
import { readSubgraphs, type Subgraph } from './subgraphs.ts';
import { breaksOf } from '../breaks-of.ts';
import { workspaceRoot } from '../workspace.ts';
import { writeOrCheck } from '../write-or-check.ts';

export const supergraphFile = join(workspaceRoot, 'apps/gateway/supergraph.graphql');

export class CompositionFailed extends Error {
  readonly code = 'COMPOSITION_FAILED';

  constructor(problems: readonly string[]) {
    super(`The subgraphs cannot be composed:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
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

/** Returns the SDL of the supergraph. Throws CompositionFailed with every problem. */
export const composeSupergraph = (subgraphs: readonly Subgraph[]): string =>
  `${composed(subgraphs).supergraphSdl.trimEnd()}\n`;

/** Returns the public schema of the gateway. Throws CompositionFailed with every problem. */
export const composeApiSchema = (subgraphs: readonly Subgraph[]): GraphQLSchema =>
  composed(subgraphs).schema.toAPISchema().toGraphQLJSSchema();

function main(argv: readonly string[]) {
  const text = composeSupergraph(readSubgraphs());
  const breaks = breaksOf(supergraphFile, (before) => supergraphBreaks(before, text));
  if (breaks.length > 0 && !argv.includes('--accept-breaks')) {
    console.error(`These changes break clients:\n${breaks.map((what) => `- ${what}`).join('\n')}`);
    console.error('Deprecate first. For fields that nobody uses yet: npm run generate -- --accept-breaks');
    process.exitCode = 1;
  } else writeOrCheck([{ file: supergraphFile, text }], 'node tools/codegen/src/supergraph/compose.ts');
}

if (import.meta.main) main(process.argv);
