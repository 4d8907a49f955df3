import { parseInput, ValidationFailed } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { Idempotency } from '../http/idempotency.ts';
import type { IdempotentRequest } from '../http/idempotency-rows.ts';
import { requireOperator, type Operator } from '../http/operators.ts';
import { requirePrincipal, type RequestContext } from './subgraph.ts';

export type Field<Context, Parent, Result> = (
  parent: Parent,
  input: unknown,
  context: Context,
  info: GraphQLResolveInfo,
) => Promise<Result>;

export interface FieldsOptions<Context> {
  idempotency: Idempotency;
  /** Clears reads that the change made stale. */
  afterChange(context: Context): void;
}

/** Error details name the fields of `input` directly, as REST does. */
function parseArguments<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  try {
    return parseInput(schema, input);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const details = error.details ?? [];
    throw new ValidationFailed(
      details.map(({ path, message }) => ({ path: path.replace(/^input\./, ''), message })),
    );
  }
}

/** Fields that check the caller, parse their arguments and resolve. */
function createQueryFields<Context extends RequestContext>() {
  return {
    /** Field for everybody. */
    open:
      <Schema extends z.ZodType, Result, Parent = unknown>(
        schema: Schema,
        resolve: (input: z.output<Schema>, context: Context, parent: Parent) => Promise<Result>,
      ): Field<Context, Parent, Result> =>
      async (parent, input, context) =>
        resolve(parseArguments(schema, input), context, parent),

    /** Field for learners. */
    own:
      <Schema extends z.ZodType, Result, Parent = unknown>(
        schema: Schema,
        resolve: (
          input: z.output<Schema>,
          principal: Principal,
          context: Context,
          parent: Parent,
        ) => Promise<Result>,
      ): Field<Context, Parent, Result> =>
      async (parent, input, context) => {
        const principal = requirePrincipal(context);
        return resolve(parseArguments(schema, input), principal, context, parent);
      },

    /** Field for operators. */
    operate:
      <Schema extends z.ZodType, Result, Parent = unknown>(
        schema: Schema,
        resolve: (input: z.output<Schema>, operator: Operator, context: Context) => Promise<Result>,
      ): Field<Context, Parent, Result> =>
      async (_parent, input, context) => {
        const operator = requireOperator(context);
        return resolve(parseArguments(schema, input), operator, context);
      },
  };
}

/** Call of a field that creates something. */
interface Creation<Context> {
  caller: IdempotentRequest['caller'];
  input: unknown;
  context: Context;
  info: GraphQLResolveInfo;
}

/** Runs a creation once per Idempotency-Key. */
type RunOnce<Context> = <Result, View>(
  creation: Creation<Context>,
  work: () => Promise<Result>,
  view: (result: Result) => View,
) => Promise<View>;

/** The alias is part of the name, because one request may call a field several times. */
const operationOf = ({ fieldName, path }: GraphQLResolveInfo) => `mutation.${fieldName}.${path.key}`;

/** Stores the first response for retries. */
const storeResponse =
  <Context extends RequestContext>(idempotency: Idempotency): RunOnce<Context> =>
  async <Result, View>(
    { caller, input, context, info }: Creation<Context>,
    work: () => Promise<Result>,
    view: (result: Result) => View,
  ): Promise<View> => {
    const { idempotencyKey: key } = context;
    if (key === null) return view(await work());
    const request = { operation: operationOf(info), caller, key, body: input };
    const response = await idempotency.once(request, work, (result) => ({ status: 200, body: view(result) }));
    return response.body as View;
  };

/** Passes the name of the request to the work and stores no response. */
const nameRequest =
  <Context extends RequestContext>(idempotency: Idempotency): RunOnce<Context> =>
  async ({ caller, context, info }, work, view) => {
    const { idempotencyKey: key } = context;
    const request = { operation: operationOf(info), caller };
    return view(await (key === null ? work() : idempotency.named({ ...request, key }, work)));
  };

/** Resolvers of the form parse, use-case, view. */
export function createFields<Context extends RequestContext>({
  idempotency,
  afterChange,
}: FieldsOptions<Context>) {
  const fields = createQueryFields<Context>();

  /** Mutation of a learner; its response shows the new state. */
  const change = <Schema extends z.ZodType, Result>(
    schema: Schema,
    resolve: (input: z.output<Schema>, principal: Principal, context: Context) => Promise<Result>,
  ): Field<Context, unknown, Result> =>
    fields.own(schema, async (input, principal, context) => {
      const result = await resolve(input, principal, context);
      afterChange(context);
      return result;
    });

  const createWith =
    (runOnce: RunOnce<Context>) =>
    <Schema extends z.ZodType, Result, View>(
      schema: Schema,
      run: (input: z.output<Schema>, principal: Principal, context: Context) => Promise<Result>,
      view: (result: Result) => View,
    ): Field<Context, unknown, View> =>
    async (_parent, input, context, info) => {
      const principal = requirePrincipal(context);
      const work = () => run(parseArguments(schema, input), principal, context);
      const created = await runOnce({ caller: principal.userId, input, context, info }, work, view);
      afterChange(context);
      return created;
    };

  /** Mutation that creates something for an anonymous caller, whose keys are scoped to the network address. */
  const openCreate =
    <Schema extends z.ZodType, Result, View>(
      schema: Schema,
      run: (input: z.output<Schema>, context: Context) => Promise<Result>,
      view: (result: Result) => View,
    ): Field<Context, unknown, View> =>
    (_parent, input, context, info) => {
      const work = () => run(parseArguments(schema, input), context);
      return storeResponse<Context>(idempotency)({ caller: context.ip, input, context, info }, work, view);
    };

  return {
    ...fields,
    change,
    /** Mutation that creates something; a retry with the same Idempotency-Key returns the first response. */
    create: createWith(storeResponse(idempotency)),
    /** Mutation whose work recognises its own repeats by the name of the request; no response is stored. */
    createByName: createWith(nameRequest(idempotency)),
    openCreate,
  };
}

export type Fields<Context extends RequestContext> = ReturnType<typeof createFields<Context>>;
