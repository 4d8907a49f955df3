import { createFields, type Idempotency, type RequestContext } from '@kumbuka/service-kit';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { About, Call } from '../domain/audit/audit.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

type Field<Result> = (
  parent: unknown,
  input: unknown,
  context: RequestContext,
  info: GraphQLResolveInfo,
) => Promise<Result>;

export interface Audited {
  read<Schema extends z.ZodType, Result>(
    action: string,
    schema: Schema,
    resolve: (input: z.output<Schema>, call: Call) => Promise<Result>,
    aboutOf?: (result: Result, input: z.output<Schema>) => About,
  ): Field<Result>;
  act<Schema extends z.ZodType, Result>(
    action: string,
    schema: Schema,
    intentOf: (input: z.output<Schema>) => About,
    work: (input: z.output<Schema>, call: Call) => Promise<Result>,
    aboutOf?: (result: Result, input: z.output<Schema>) => About,
  ): Field<Result>;
  write<Schema extends z.ZodType, Result>(
    action: string,
    schema: Schema,
    /** The key is the Idempotency-Key of the request. */
    change: (input: z.output<Schema>, call: Call, key: string | null) => Promise<Result>,
  ): Field<Result>;
}

const callIn = (action: string, { operator, ip, requestId }: RequestContext): Call => ({
  action,
  by: operator?.userId ?? 'key',
  ip,
  requestId,
});

/** Restricts fields to operators and records every call: writes in their transaction, actions before and after, reads after. */
export function audited(
  { auditRead, auditAct, auditWrite, noteForbidden }: UseCases,
  idempotency: Idempotency,
): Audited {
  const { operate } = createFields<RequestContext>({ idempotency, afterChange: () => undefined });
  const noted =
    <Result>(action: string, field: Field<Result>): Field<Result> =>
    async (parent, input, context, info) => {
      if (!context.operator) void noteForbidden(callIn(action, context));
      return field(parent, input, context, info);
    };
  return {
    read: (action, schema, resolve, aboutOf) =>
      noted(
        action,
        operate(schema, (input, _operator, context) => {
          const call = callIn(action, context);
          return auditRead(
            call,
            () => resolve(input, call),
            (result) => aboutOf?.(result, input) ?? {},
          );
        }),
      ),
    act: (action, schema, intentOf, work, aboutOf = (_result, input) => intentOf(input)) =>
      noted(
        action,
        operate(schema, (input, _operator, context) => {
          const call = callIn(action, context);
          return auditAct(
            call,
            intentOf(input),
            () => work(input, call),
            (result) => aboutOf(result, input),
          );
        }),
      ),
    write: (action, schema, change) =>
      noted(
        action,
        operate(schema, (input, _operator, context) => {
          const call = callIn(action, context);
          return auditWrite(call, () => change(input, call, context.idempotencyKey));
        }),
      ),
  };
}
