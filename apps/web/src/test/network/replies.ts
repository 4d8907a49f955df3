import {
  buildASTSchema,
  execute,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isScalarType,
  parse,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const textOf = (name: string) => readFileSync(join(import.meta.dirname, '../../../../gateway', name), 'utf8');

/** Names of the registered operations. */
export const operationNames: string[] = JSON.parse(textOf('operations.json')).map(
  ({ name }: { name: string }) => name,
);

const schema = buildASTSchema(parse(textOf('supergraph.graphql')), { assumeValidSDL: true });

/** Values by `Type.field`; every other field gets a sample value of its type. */
export type World = Record<string, unknown>;

/** Object of a response: its index in its list, and values of single fields that override the world. */
interface MockObject {
  place: number;
  [field: string]: unknown;
}

const scalars: Record<string, (info: GraphQLResolveInfo, place: number) => unknown> = {
  Int: () => 3,
  Float: () => 1.5,
  Boolean: () => false,
  ID: (_info, place) => String(place + 1),
  DateTime: () => '2026-01-05T08:00:00.000Z',
  String: ({ fieldName }, place) => `${fieldName} ${place + 1}`,
};

function sampleValue(type: GraphQLOutputType, info: GraphQLResolveInfo, place: number): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) return [0, 1].map((index) => sampleValue(bare.ofType, info, index));
  if (isEnumType(bare)) return bare.getValues()[0]?.value;
  if (isScalarType(bare)) return (scalars[bare.name] ?? scalars['String'])?.(info, place);
  return { place };
}

function valueIn(world: World) {
  return (
    object: MockObject,
    args: { id?: string },
    _context: unknown,
    info: GraphQLResolveInfo,
  ): unknown => {
    const { place, [info.fieldName]: own } = object;
    if (own !== undefined) return own;
    const named = world[`${info.parentType.name}.${info.fieldName}`];
    if (named !== undefined) return typeof named === 'function' ? named(place, args) : named;
    const id = Number(args.id);
    const here = getNamedType(info.returnType).name === 'String' || Number.isNaN(id) ? place : id - 1;
    return sampleValue(info.returnType, info, here);
  };
}

/** Values for fields whose sample values would hide parts of a screen. */
const defaults: World = { 'CardSchedule.buriedUntil': null };

/** Builds a valid response to an operation from the schema. */
export const replyTo = (world: World, query: string, variables: Record<string, unknown>) =>
  execute({
    schema,
    document: parse(query),
    rootValue: { place: 0 },
    variableValues: variables,
    fieldResolver: valueIn({ ...defaults, ...world }),
  });
