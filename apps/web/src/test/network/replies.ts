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

/** The names of the web client's operations, by the manifest that is committed. */
export const operationNames: string[] = JSON.parse(textOf('operations.json')).map(
  ({ name }: { name: string }) => name,
);

const schema = buildASTSchema(parse(textOf('supergraph.graphql')), { assumeValidSDL: true });

/** Values by `Type.field`; what is not named gets one that its type allows. */
export type World = Record<string, unknown>;

/** Each thing knows its place in the list that it came in; what it names of itself is as it says. */
interface Thing {
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

function madeUp(type: GraphQLOutputType, info: GraphQLResolveInfo, place: number): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) return [0, 1].map((index) => madeUp(bare.ofType, info, index));
  if (isEnumType(bare)) return bare.getValues()[0]?.value;
  if (isScalarType(bare)) return (scalars[bare.name] ?? scalars['String'])?.(info, place);
  return { place };
}

function valueIn(world: World) {
  return (thing: Thing, args: { id?: string }, _context: unknown, info: GraphQLResolveInfo): unknown => {
    const { place, [info.fieldName]: own } = thing;
    if (own !== undefined) return own;
    const named = world[`${info.parentType.name}.${info.fieldName}`];
    if (named !== undefined) return typeof named === 'function' ? named(place, args) : named;
    const asked = Number(args.id);
    const here = getNamedType(info.returnType).name === 'String' || Number.isNaN(asked) ? place : asked - 1;
    return madeUp(info.returnType, info, here);
  };
}

/** Values that keep a screen from hiding what it shows otherwise. */
const usual: World = { 'CardSchedule.buriedUntil': null };

/** Builds a valid response to an operation from the schema. */
export const replyTo = (world: World, query: string, variables: Record<string, unknown>) =>
  execute({
    schema,
    document: parse(query),
    rootValue: { place: 0 },
    variableValues: variables,
    fieldResolver: valueIn({ ...usual, ...world }),
  });
