/** Rejects the page of a hotspot or a proxy, which is no response of ours. */
export function rejectForeignPage(response: Response): Response {
  if (response.ok && response.headers.get('content-type')?.includes('text/html'))
    throw new TypeError('Another program answered for the server.');
  return response;
}
