import { codegen } from '@graphql-codegen/core';
import * as resolverTypes from '@graphql-codegen/typescript-resolvers';
import * as types from '@graphql-codegen/typescript';
import { parse } from 'graphql';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subgraph } from '../supergraph/subgraphs.ts';

const fileIn = (folder: string, name: string) => join(folder, 'src/graphql', name);

const hasType = (sdl: string, type: string) => new RegExp(`^(?:extend )?type ${type}\\b`, 'm').test(sdl);

/** `views.ts` may export `<Type>View`, the parent that resolvers of the type receive. */
function viewsOf(folder: string, sdl: string): Record<string, string> {
  const file = fileIn(folder, 'views.ts');
  if (!existsSync(file)) return {};
  const exported = readFileSync(file, 'utf8').matchAll(/^export (?:type|interface) (\w+)View\b/gm);
  const types = [...exported].map(([, type = '']) => type).filter((type) => hasType(sdl, type));
  return Object.fromEntries(types.map((type) => [type, `../views.ts#${type}View`]));
}

const contextOf = (folder: string) =>
  existsSync(fileIn(folder, 'context.ts'))
    ? '../context.ts#GraphQLContext'
    : '@kumbuka/service-kit#RequestContext';

/** Returns the types of a subgraph and of its resolvers; `folder` is the folder of the service. */
export function serviceTypes({ sdl }: Subgraph, folder: string): Promise<string> {
  const config = {
    federation: true,
    useTypeImports: true,
    enumsAsTypes: true,
    strictScalars: true,
    scalars: { ID: 'string', _FieldSet: 'string', DateTime: { input: 'string', output: 'Date | string' } },
    contextType: contextOf(folder),
    mappers: viewsOf(folder, sdl),
    defaultMapper: 'Partial<{T}>',
    inputMaybeValue: 'T | null | undefined',
    avoidOptionals: { field: true },
  };
  return codegen({
    filename: 'types.ts',
    schema: parse(sdl),
    documents: [],
    config,
    plugins: [{ types: {} }, { resolverTypes: {} }],
    pluginMap: { types, resolverTypes },
  });
}
