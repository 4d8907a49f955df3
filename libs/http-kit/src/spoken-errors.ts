import { acceptedLanguage, problemInKiswahili, type Language, type ProblemDetail } from '@kumbuka/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Error as in an answer of the graph. */
export interface SpokenError {
  message: string;
  extensions?: Record<string, unknown>;
}

/** Body of a refused request: a problem of REST or the errors of GraphQL. */
interface RefusalBody {
  error?: string;
  details?: ProblemDetail[];
  errors?: SpokenError[];
}

const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  acceptedLanguage(headers['accept-language']) ?? 'en';

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
  const details = error.extensions?.['details'] as ProblemDetail[] | undefined;
  const spoken = problemInKiswahili({ message: error.message, details });
  if (!spoken) return error;
  const extensions = spoken.details ? { ...error.extensions, details: spoken.details } : error.extensions;
  return { ...error, message: spoken.message, ...(extensions ? { extensions } : {}) };
}

function bodyInKiswahili(body: RefusalBody): RefusalBody | null {
  if (body.errors) return { ...body, errors: body.errors.map(graphqlErrorInKiswahili) };
  if (typeof body.error !== 'string') return null;
  const spoken = problemInKiswahili({ message: body.error, details: body.details });
  if (!spoken) return null;
  return { ...body, error: spoken.message, ...(spoken.details ? { details: spoken.details } : {}) };
}

function parsed(payload: string | Buffer): RefusalBody | null {
  try {
    const body: unknown = JSON.parse(payload.toString());
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}

/** Errors of a GraphQL response in the language of its request. */
export function spokenErrors<Problem extends SpokenError>(
  errors: readonly Problem[],
  request: FastifyRequest,
  reply: FastifyReply,
): Problem[] {
  const language = languageOf(request);
  declareLanguage(reply, language);
  return language === 'sw' ? errors.map(graphqlErrorInKiswahili) : [...errors];
}

/** Sends every refusal of an edge, its own or of a service behind it, in the language of the request. */
export function speakInErrors(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    const wanted = languageOf(request);
    const body = wanted === 'sw' ? parsed(payload) : null;
    const spoken = body && bodyInKiswahili(body);
    declareLanguage(reply, spoken ? 'sw' : 'en');
    if (!spoken) return payload;
    reply.removeHeader('content-length');
    return JSON.stringify(spoken);
  });
}
