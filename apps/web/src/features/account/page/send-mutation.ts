import { pageLanguageHeader } from '@kumbuka/contracts/constants';
import type { SendMutation, VisitorMutation } from '../../../shared/auth/account-calls.ts';
import { rejectForeignPage } from '../../../shared/browser/foreign-pages.ts';
import { newId } from '../../../shared/browser/ids.ts';
import { timeout } from '../../../shared/browser/timeout.ts';

const timeoutMs = 20_000;

/** Texts of the mutations, by name. */
export type Operations = Record<VisitorMutation, string>;

/** As Apollo throws it; see `errorCode`. */
const named = (name: string, message: string, more: object) =>
  Object.assign(new Error(message), { name, ...more });

async function read(response: Response, name: string) {
  rejectForeignPage(response);
  const bodyText = await response.text();
  if (!response.ok && !/graphql-response\+json/.test(response.headers.get('content-type') ?? ''))
    throw named('ServerError', `${name}: ${response.status}`, {
      statusCode: response.status,
      bodyText,
      response,
    });
  const { data, errors } = JSON.parse(bodyText);
  if (errors) throw named('CombinedGraphQLErrors', name, { errors });
  return data;
}

/** Sends the mutations of visitors, without a client. */
export const sendBy =
  (operations: Operations): SendMutation =>
  async (name, input, { headers = {} } = {}) => {
    const language = document.documentElement.lang;
    const response = await fetch('/graphql', {
      method: 'POST',
      signal: timeout(timeoutMs),
      headers: {
        accept: 'application/graphql-response+json,application/json;q=0.9',
        'accept-language': language,
        'content-type': 'application/json',
        'Idempotency-Key': newId(),
        [pageLanguageHeader]: language,
        ...headers,
      },
      body: JSON.stringify({ operationName: name, variables: { input }, query: operations[name] }),
    });
    return read(response, name);
  };
