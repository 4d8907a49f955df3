import type { AuditCall, AuditSubject, AuditTrail } from '@kumbuka/http-kit';
import type { z } from 'zod';
import type { Field, Fields } from './fields.ts';
import type { RequestContext } from './subgraph.ts';

/** Fields for operators in a service whose calls admin records. A call by anyone else is rejected and recorded, too. */
export function createOperatorFields<Context extends RequestContext>(
  { operate: operateUnrecorded }: Pick<Fields<Context>, 'operate'>,
  audit: AuditTrail,
) {
  /** Field whose resolver records the call. */
  const operate = <Schema extends z.ZodType, Result>(
    action: string,
    schema: Schema,
    resolve: (input: z.output<Schema>, call: AuditCall) => Promise<Result>,
  ): Field<Context, unknown, Result> => {
    const callIn = ({ ip, requestId }: Context) => ({ action, ip, requestId });
    const field = operateUnrecorded(schema, (input, { userId }, context) =>
      resolve(input, { ...callIn(context), by: userId ?? 'key' }),
    );
    return (parent, input, context, info) => {
      if (!context.operator) audit.noteForbidden(callIn(context));
      return field(parent, input, context, info);
    };
  };

  /** Field that reads; its call is recorded afterwards. */
  const read = <Schema extends z.ZodType, Result>(
    action: string,
    schema: Schema,
    work: (input: z.output<Schema>) => Promise<Result>,
    subjectOf: (input: z.output<Schema>) => AuditSubject = () => ({}),
  ) => operate(action, schema, (input, call) => audit.read(call, () => work(input), subjectOf(input)));

  return { operate, read };
}
