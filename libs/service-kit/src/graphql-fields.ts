import { parseInput, ValidationFailed } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { Idempotency, IdempotentRequest } from './idempotency.ts';
import { requireOperator, type Operator } from './operators.ts';
import { requirePrincipal, type RequestContext } from './subgraph.ts';

type Field<Context, Parent, Result> = (
  parent: Parent,
  given: unknown,
  context: Context,
  info: GraphQLResolveInfo,
) => Promise<Result>;

export interface FieldsOptions<Context> {
  idempotency: Idempotency;
  /** What the request read before a change is out of date. */
  afterChange(context: Context): void;
}

/** A field that makes something, as it was asked for. */
interface Creation<Context> {
  caller: IdempotentRequest['caller'];
  given: unknown;
  context: Context;
  info: GraphQLResolveInfo;
}

/** Details name the fields of `input` as those of REST do: by their own names. */
function parseArguments<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  try {
    return parseInput(schema, given);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const details = error.details ?? [];
    throw new ValidationFailed(
      details.map(({ path, message }) => ({ path: path.replace(/^input\./, ''), message })),
    );
  }
}

/** Resolvers that read as parse, use-case, view; for a service's own context. */
export function createFields<Context extends RequestContext>({
  idempotency,
  afterChange,
}: FieldsOptions<Context>) {
  /** Anybody may ask: the arguments by their schema, then the answer. */
  const open =
    <Schema extends z.ZodType, Result, Parent = unknown>(
      schema: Schema,
      answer: (given: z.output<Schema>, context: Context, parent: Parent) => Promise<Result>,
    ): Field<Context, Parent, Result> =>
    async (parent, given, context) =>
      answer(parseArguments(schema, given), context, parent);

  /** Only a learner may ask: who asks first, then the arguments by their schema, then the answer. */
  const own =
    <Schema extends z.ZodType, Result, Parent = unknown>(
      schema: Schema,
      answer: (
        given: z.output<Schema>,
        principal: Principal,
        context: Context,
        parent: Parent,
      ) => Promise<Result>,
    ): Field<Context, Parent, Result> =>
    async (parent, given, context) => {
      const principal = requirePrincipal(context);
      return answer(parseArguments(schema, given), principal, context, parent);
    };

  /** Only an operator may ask, and is told nothing else before that. */
  const operate =
    <Schema extends z.ZodType, Result, Parent = unknown>(
      schema: Schema,
      answer: (given: z.output<Schema>, operator: Operator, context: Context) => Promise<Result>,
    ): Field<Context, Parent, Result> =>
    async (_parent, given, context) => {
      const operator = requireOperator(context);
      return answer(parseArguments(schema, given), operator, context);
    };

  /** A learner's change; its own answer shows the new state. */
  const change = <Schema extends z.ZodType, Result>(
    schema: Schema,
    answer: (given: z.output<Schema>, principal: Principal, context: Context) => Promise<Result>,
  ): Field<Context, unknown, Result> =>
    own(schema, async (given, principal, context) => {
      const result = await answer(given, principal, context);
      afterChange(context);
      return result;
    });

  /** A learner's change that makes something: with an Idempotency-Key a repeat gets the first answer and makes nothing. */
  const create =
    <Schema extends z.ZodType, Result, View>(
      schema: Schema,
      run: (given: z.output<Schema>, principal: Principal) => Promise<Result>,
      view: (result: Result) => View,
    ): Field<Context, unknown, View> =>
    async (_parent, given, context, info) => {
      const principal = requirePrincipal(context);
      const work = () => run(parseArguments(schema, given), principal);
      const made = await once({ caller: principal.userId, given, context, info }, work, view);
      afterChange(context);
      return made;
    };

  /** The same for somebody who is not signed in: keys count for a network address, as over REST. */
  const openCreate =
    <Schema extends z.ZodType, Result, View>(
      schema: Schema,
      run: (given: z.output<Schema>, context: Context) => Promise<Result>,
      view: (result: Result) => View,
    ): Field<Context, unknown, View> =>
    (_parent, given, context, info) =>
      once(
        { caller: context.ip, given, context, info },
        () => run(parseArguments(schema, given), context),
        view,
      );

  async function once<Result, View>(
    { caller, given, context, info }: Creation<Context>,
    work: () => Promise<Result>,
    view: (result: Result) => View,
  ): Promise<View> {
    const { idempotencyKey: key } = context;
    if (key === null) return view(await work());
    // The alias belongs to the name: one request may make several things by the same field.
    const request = { operation: `mutation.${info.fieldName}.${info.path.key}`, caller, key, body: given };
    const answer = await idempotency.once(request, work, (result) => ({ status: 200, body: view(result) }));
    return answer.body as View;
  }

  return { open, own, operate, change, create, openCreate };
}
