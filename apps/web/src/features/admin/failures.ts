import { ServerError } from '@apollo/client/errors';
import { messageOf } from '../../shared/apollo/errors.ts';

/** What failed and why: the server's sentence, else the HTTP status. */
export function failureText(what: string, error: unknown): string {
  const status = ServerError.is(error) ? `HTTP ${error.statusCode}` : '';
  const reason = messageOf(error, status);
  return reason === '' ? what : `${what}: ${reason}`;
}
