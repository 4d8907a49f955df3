import { acceptedLanguage, pageLanguageHeader, problemInKiswahili, type Language } from '@kumbuka/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callbackify } from 'node:util';
import { z } from 'zod';

const details = z.array(z.object({ path: z.string(), message: z.string() }));

const graphqlError = z.looseObject({
  message: z.string(),
  extensions: z.record(z.string(), z.unknown()).exactOptional(),
});
/** Parts of a GraphQL error that have translations. */
type GraphQLErrorText = Pick<z.infer<typeof graphqlError>, 'message' | 'extensions'>;

/** Body of an error response: a problem of REST or the errors of GraphQL. */
const errorBody = z.looseObject({
  error: z.string().optional(),
  details: details.optional(),
  errors: z.array(graphqlError).optional(),
});
type ErrorBody = z.infer<typeof errorBody>;

/** Returns the language of the account of a bearer; `null` without a valid bearer and before a choice. */
export type AccountLanguage = (authorization: string | undefined) => Promise<Language | null>;

const noAccount: AccountLanguage = async () => null;

/** Returns the language of the page, else of the account, else of `Accept-Language`, else English. */
async function languageOf({ headers }: FastifyRequest, ofAccount: AccountLanguage): Promise<Language> {
  const ofPage = acceptedLanguage(String(headers[pageLanguageHeader] ?? ''));
  if (ofPage) return ofPage;
  const chosen = await ofAccount(headers.authorization).catch(() => null);
  return chosen ?? acceptedLanguage(headers['accept-language']) ?? 'en';
}

/** Adds a request header to `Vary`. */
export function varyBy(reply: FastifyReply, name: string) {
  const current = reply.getHeader('vary');
  if (current === undefined) return void reply.header('vary', name);
  const others = String(current).split(', ');
  if (!others.includes(name)) reply.header('vary', `${String(current)}, ${name}`);
}

function declareLanguage(reply: FastifyReply, language: Language) {
  varyBy(reply, 'accept-language');
  reply.header('content-language', language);
}

/** Translates a GraphQL error; an error whose text is in no catalogue stays as it is. */
function graphqlErrorInKiswahili<Problem extends GraphQLErrorText>(error: Problem): Problem {
  const { data } = details.safeParse(error.extensions?.['details']);
  const translated = problemInKiswahili({ message: error.message, details: data });
  if (!translated) return error;
  const extensions = translated.details
    ? { ...error.extensions, details: translated.details }
    : error.extensions;
  return { ...error, message: translated.message, ...(extensions ? { extensions } : {}) };
}

/** Translates GraphQL errors; `null` when none of them has a translation. */
function graphqlErrorsInKiswahili<Problem extends GraphQLErrorText>(
  errors: readonly Problem[],
): Problem[] | null {
  const translated = errors.map(graphqlErrorInKiswahili);
  return translated.some((each, index) => each !== errors[index]) ? translated : null;
}

function bodyInKiswahili(body: ErrorBody): ErrorBody | null {
  if (body.errors) {
    const errors = graphqlErrorsInKiswahili(body.errors);
    return errors && { ...body, errors };
  }
  if (body.error === undefined) return null;
  const translated = problemInKiswahili({ message: body.error, details: body.details });
  if (!translated) return null;
  return {
    ...body,
    error: translated.message,
    ...(translated.details ? { details: translated.details } : {}),
  };
}

function errorBodyIn(payload: string | Buffer): ErrorBody | null {
  try {
    return errorBody.safeParse(JSON.parse(payload.toString())).data ?? null;
  } catch {
    return null;
  }
}

const isUnauthenticated = ({ extensions }: GraphQLErrorText) => extensions?.['code'] === 'UNAUTHENTICATED';

/** Translates the errors of a GraphQL response. The language is read only when there is a translation. */
export async function translateGraphQLErrors<Problem extends GraphQLErrorText>(
  errors: readonly Problem[],
  request: FastifyRequest,
  reply: FastifyReply,
  ofAccount: AccountLanguage = noAccount,
): Promise<Problem[]> {
  const translated = graphqlErrorsInKiswahili(errors);
  const languageOfAccount = errors.some(isUnauthenticated) ? noAccount : ofAccount;
  const language = translated ? await languageOf(request, languageOfAccount) : 'en';
  declareLanguage(reply, language);
  return translated && language === 'sw' ? translated : [...errors];
}

/**
 * Translates every error response of an edge, its own or of an upstream, to the caller's language. The language of the account
 * is not read after a 401, because a forged token must not reveal it.
 */
export function translateErrors(app: FastifyInstance, ofAccount: AccountLanguage = noAccount) {
  const translate = async (request: FastifyRequest, reply: FastifyReply, payload: string | Buffer) => {
    const body = errorBodyIn(payload);
    const translated = body && bodyInKiswahili(body);
    const languageOfAccount = reply.statusCode === 401 ? noAccount : ofAccount;
    const language = translated ? await languageOf(request, languageOfAccount) : 'en';
    declareLanguage(reply, language);
    if (!translated || language === 'en') return payload;
    reply.removeHeader('content-length');
    return JSON.stringify(translated);
  };
  const translateThen = callbackify(translate);
  // Hooks with a callback let a success pass without waiting.
  app.addHook('onSend', (request, reply, payload, done) =>
    reply.statusCode >= 400 && (typeof payload === 'string' || Buffer.isBuffer(payload))
      ? translateThen(request, reply, payload, done)
      : done(null, payload),
  );
}
