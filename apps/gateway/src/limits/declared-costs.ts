import {
  Kind,
  parse,
  valueFromASTUntyped,
  visit,
  type ConstDirectiveNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
} from 'graphql';
import { z } from 'zod';

const listSize = z.object({
  assumedSize: z.int().min(0),
  slicingArguments: z.array(z.string()).default([]),
  sizedFields: z.array(z.string()).default([]),
});

/** Size of a list: its maximum, the arguments that limit it, and the fields below it that hold the items. */
export type ListSize = z.output<typeof listSize>;

/** Costs that the schema declares, by coordinate (`Deck.flashcards`). */
export interface DeclaredCosts {
  listSizes: ReadonlyMap<string, ListSize>;
  /** Weight of a field or an input field, in items. It is added to the size of a list. */
  weights: ReadonlyMap<string, number>;
}

function argumentsOf({ arguments: nodes = [] }: ConstDirectiveNode) {
  return Object.fromEntries(nodes.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));
}

const directiveOf = (node: FieldDefinitionNode | InputValueDefinitionNode, name: string) =>
  node.directives?.find((each) => each.name.value === name);

/** Reads `@listSize` and `@cost` of a supergraph; the public schema does not contain them. */
export function readDeclaredCosts(supergraph: string): DeclaredCosts {
  const listSizes = new Map<string, ListSize>();
  const weights = new Map<string, number>();

  function noteWeight(coordinate: string, node: FieldDefinitionNode | InputValueDefinitionNode) {
    const cost = directiveOf(node, 'cost');
    if (cost) weights.set(coordinate, z.object({ weight: z.int() }).parse(argumentsOf(cost)).weight);
  }
  function noteField(type: string, field: FieldDefinitionNode) {
    const coordinate = `${type}.${field.name.value}`;
    const size = directiveOf(field, 'listSize');
    if (size) listSizes.set(coordinate, listSize.parse(argumentsOf(size)));
    noteWeight(coordinate, field);
  }

  visit(parse(supergraph, { noLocation: true }), {
    [Kind.OBJECT_TYPE_DEFINITION]({ name, fields = [] }) {
      for (const field of fields) noteField(name.value, field);
    },
    [Kind.INPUT_OBJECT_TYPE_DEFINITION]({ name, fields = [] }) {
      for (const field of fields) noteWeight(`${name.value}.${field.name.value}`, field);
    },
  });
  return { listSizes, weights };
}
