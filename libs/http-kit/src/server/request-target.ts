import { ProductError } from '@kumbuka/contracts';

const longestPart = 200;
/** RFC 9112 allows absolute request targets; one with user information is rejected. */
const absoluteForm = /^https?:\/\/[a-z0-9.:[\]-]+(?=[/?]|$)/i;
/** Visible ASCII except `#` and `\`; clients percent-encode everything else. */
const plainPath = /^\/(?!\/)[!"$-[\]-~]*$/;
/** Characters that parsers interpret differently: encoded slashes and control characters. */
const hiddenSign = /%(?:2f|5c|[01][0-9a-f]|7f)/i;

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const isDots = (part: string) => part === '.' || part === '..';

function problemOf(path: string): ProductError | null {
  if (!plainPath.test(path) || hiddenSign.test(path)) return new ProductError('ADDRESS_INVALID');
  const parts = path.includes('%') ? decoded(path)?.split('/') : path.split('/');
  if (parts === undefined || parts.some(isDots)) return new ProductError('ADDRESS_INVALID');
  return path.split('/').some((part) => part.length > longestPart)
    ? new ProductError('ADDRESS_TOO_LONG')
    : null;
}

/** Returns the request target as path and query, or the error. */
export function readTarget(target: string): { target: string } | { problem: ProductError } {
  const origin = target.replace(absoluteForm, '');
  const local = origin === target || origin.startsWith('/') ? origin : `/${origin}`;
  const problem = problemOf(local.split('?', 1)[0] ?? '');
  return problem ? { problem } : { target: local };
}
