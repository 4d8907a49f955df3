import { Kind, parse, type OperationDefinitionNode } from 'graphql';
import { expect, it } from 'vitest';
import { operations, screensOf } from './operations.ts';

const definitionOf = (name: string) =>
  parse(operations.get(name) ?? '').definitions.find(
    (each): each is OperationDefinitionNode =>
      each.kind === Kind.OPERATION_DEFINITION && each.name?.value === name,
  );

it.each(Object.entries(screensOf({ deckId: 7 })))(
  'trials send operation %s with every variable that it requires',
  (name, variables) => {
    const declared = definitionOf(name)?.variableDefinitions ?? [];
    const required = declared.filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
    expect(Object.keys(variables)).toEqual(
      expect.arrayContaining(required.map(({ variable }) => variable.name.value)),
    );
    expect(declared.map(({ variable }) => variable.name.value)).toEqual(
      expect.arrayContaining(Object.keys(variables)),
    );
  },
);
