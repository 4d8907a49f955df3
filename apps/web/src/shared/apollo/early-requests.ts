/** Request that the page sent while the client's script was still being loaded; see `scripts/early-requests.ts`. */
export interface EarlyRequest {
  body: string;
  headers: Record<string, string>;
  /** Times of this browser, in milliseconds. */
  sentAt: number;
  receivedAt: number;
  response: Promise<Response>;
}

declare global {
  var earlyRequests: EarlyRequest[] | undefined;
}

const freshMs = 20_000;

const isMutation = (init: RequestInit | undefined) => /"query":"mutation\b/.test(String(init?.body));

/**
 * Takes an early request that is the same in body, token and language; each is taken once, and none after a mutation,
 * which may have changed what it read.
 */
export function takeEarlyRequest(init: RequestInit | undefined): EarlyRequest | null {
  if (isMutation(init)) globalThis.earlyRequests = [];
  const requests = globalThis.earlyRequests ?? [];
  const headers = new Headers(init?.headers);
  const isSame = (request: EarlyRequest) =>
    request.body === init?.body &&
    Date.now() - request.sentAt < freshMs &&
    ['authorization', 'accept-language'].every((name) => headers.get(name) === request.headers[name]);
  const index = requests.findIndex(isSame);
  return requests.splice(index, index < 0 ? 0 : 1)[0] ?? null;
}
