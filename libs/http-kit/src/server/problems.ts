import {
  namedSentence,
  ProductError,
  type ErrorName,
  type Problem,
  type ProblemDetail,
  type ProblemUsage,
} from '@kumbuka/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Errors that the framework reports by status only. */
const nameOfStatus: Record<number, ErrorName> = {
  400: 'VALIDATION',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  413: 'TOO_LARGE',
  414: 'ADDRESS_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;

/** Returns the error that the caller may see; an unexpected error becomes INTERNAL without details. */
export const publicError = (error: unknown): ProductError =>
  error instanceof ProductError ? error : new ProductError(nameOfStatus[statusOf(error)] ?? 'INTERNAL');

/** Field names are camelCase in code and snake_case in REST; names of headers stay as they are. */
const restName = (path: string) =>
  path.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const inRest = ({ path, message }: ProblemDetail): ProblemDetail => ({ path: restName(path), message });

/** Body of a REST error. */
export function problemOf(
  { code, message, details, usage, current }: ProductError,
  requestId: string,
): Problem {
  const extras = { ...(usage ? { usage } : {}), ...(current ? { current } : {}) };
  if (!details) return { error: message, code, requestId, ...extras };
  const [first] = details;
  const error = first ? namedSentence(restName(first.path), first.message) : message;
  return { error, code, requestId, details: details.map(inRest) };
}

export interface GraphQLProblem {
  message: string;
  extensions: {
    code: string;
    details?: ProblemDetail[];
    retryAfterSeconds?: number;
    usage?: ProblemUsage;
    current?: Record<string, unknown>;
  };
}

/** Message and extensions of a GraphQL error. */
export const graphqlProblemOf = ({
  code,
  message,
  details,
  retryAfterSeconds,
  usage,
  current,
}: ProductError): GraphQLProblem => ({
  message,
  extensions: {
    code,
    ...(details ? { details } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(usage ? { usage } : {}),
    ...(current ? { current } : {}),
  },
});

/** Rejects a GraphQL request before execution, in the format that clients expect. */
export function sendGraphQLError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const rejection = publicError(error);
  const { code, status, retryAfterSeconds } = rejection;
  if (status >= 500) request.log.error({ err: error }, code);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  const { message, extensions } = graphqlProblemOf(rejection);
  return reply
    .status(status)
    .send({ errors: [{ message, extensions: { ...extensions, requestId: request.id } }] });
}
