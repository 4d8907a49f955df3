import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  parse,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';

const samples: Record<string, unknown> = { ID: '1', Int: 1, Float: 1, Boolean: true };

function sampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return samples[getNamedType(type).name] ?? 'sample';
  const required = Object.values(type.getFields()).filter(isRequiredInputField);
  return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type)]));
}

const isNeeded = ({ type, defaultValue }: VariableDefinitionNode) =>
  type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;

function entryOf(schema: GraphQLSchema, { variable, type }: VariableDefinitionNode) {
  const inputType = typeFromAST(schema, type);
  return [variable.name.value, inputType && isInputType(inputType) ? sampleOf(inputType) : null];
}

/** Returns sample values for the required variables of an operation. Planning needs their types, not their content. */
export function sampleVariables(schema: GraphQLSchema, query: string): Record<string, unknown> {
  const operation = parse(query).definitions.find(
    (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
  );
  const needed = (operation?.variableDefinitions ?? []).filter(isNeeded);
  return Object.fromEntries(needed.map((definition) => entryOf(schema, definition)));
}
