import { acceptedLanguage, pageLanguageHeader, problemInKiswahili, type Language } from '@kumbuka/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

const details = z.array(z.object({ path: z.string(), message: z.string() }));

const spokenError = z.looseObject({
  message: z.string(),
  extensions: z.record(z.string(), z.unknown()).exactOptional(),
});
/** Error as in a GraphQL response. */
export type SpokenError = Pick<z.infer<typeof spokenError>, 'message' | 'extensions'>;

/** Body of a refused request: a problem of REST or the errors of GraphQL. */
const refusalBody = z.looseObject({
  error: z.string().optional(),
  details: details.optional(),
  errors: z.array(spokenError).optional(),
});
type RefusalBody = z.infer<typeof refusalBody>;

/** Language of the account whose valid bearer is in an `Authorization` header; `null` without one or before a choice. */
type AccountLanguage = (authorization: string | undefined) => Promise<Language | null>;

const noAccount: AccountLanguage = async () => null;

/** Language of the page that shows the sentence, else of the account, else of `Accept-Language`, else English. */
async function languageOf({ headers }: FastifyRequest, ofAccount: AccountLanguage): Promise<Language> {
  const named = acceptedLanguage(String(headers[pageLanguageHeader] ?? ''));
  if (named) return named;
  const chosen = await ofAccount(headers.authorization).catch(() => null);
  return chosen ?? acceptedLanguage(headers['accept-language']) ?? 'en';
}

/** Says that the response depends on a request header, in addition to headers already named. */
export function varyBy(reply: FastifyReply, name: string) {
  const others = String(reply.getHeader('vary') ?? '').split(', ');
  reply.header('vary', [...others.filter((other) => other !== '' && other !== name), name].join(', '));
}

/** Says which language a response is in. */
function declareLanguage(reply: FastifyReply, language: Language) {
  varyBy(reply, 'accept-language');
  reply.header('content-language', language);
}

/** GraphQL error in Kiswahili; one whose text is no sentence of the catalogues stays as it is. */
function graphqlErrorInKiswahili<Problem extends SpokenError>(error: Problem): Problem {
  const { data } = details.safeParse(error.extensions?.['details']);
  const spoken = problemInKiswahili({ message: error.message, details: data });
  if (!spoken) return error;
  const extensions = spoken.details ? { ...error.extensions, details: spoken.details } : error.extensions;
  return { ...error, message: spoken.message, ...(extensions ? { extensions } : {}) };
}

/** GraphQL errors in Kiswahili; `null` when none of them has a translation. */
function graphqlErrorsInKiswahili<Problem extends SpokenError>(errors: readonly Problem[]): Problem[] | null {
  const spoken = errors.map(graphqlErrorInKiswahili);
  return spoken.some((each, index) => each !== errors[index]) ? spoken : null;
}

function bodyInKiswahili(body: RefusalBody): RefusalBody | null {
  if (body.errors) {
    const errors = graphqlErrorsInKiswahili(body.errors);
    return errors && { ...body, errors };
  }
  if (body.error === undefined) return null;
  const spoken = problemInKiswahili({ message: body.error, details: body.details });
  if (!spoken) return null;
  return { ...body, error: spoken.message, ...(spoken.details ? { details: spoken.details } : {}) };
}

function parsed(payload: string | Buffer): RefusalBody | null {
  try {
    return refusalBody.safeParse(JSON.parse(payload.toString())).data ?? null;
  } catch {
    return null;
  }
}

const isUnauthenticated = ({ extensions }: SpokenError) => extensions?.['code'] === 'UNAUTHENTICATED';

/** Errors of a GraphQL response in the caller's language, which is read only when there is a translation. */
export async function spokenErrors<Problem extends SpokenError>(
  errors: readonly Problem[],
  request: FastifyRequest,
  reply: FastifyReply,
  ofAccount: AccountLanguage = noAccount,
): Promise<Problem[]> {
  const spoken = graphqlErrorsInKiswahili(errors);
  const reader = errors.some(isUnauthenticated) ? noAccount : ofAccount;
  const language = spoken ? await languageOf(request, reader) : 'en';
  declareLanguage(reply, language);
  return spoken && language === 'sw' ? spoken : [...errors];
}

/**
 * Sends every refusal of an edge, its own or of a service behind it, in the caller's language. After a 401 the language of the
 * account stays unread: a forged token must not reveal it.
 */
export function speakInErrors(app: FastifyInstance, ofAccount: AccountLanguage = noAccount) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    const body = parsed(payload);
    const spoken = body && bodyInKiswahili(body);
    const reader = reply.statusCode === 401 ? noAccount : ofAccount;
    const language = spoken ? await languageOf(request, reader) : 'en';
    declareLanguage(reply, language);
    if (!spoken || language === 'en') return payload;
    reply.removeHeader('content-length');
    return JSON.stringify(spoken);
  });
}
