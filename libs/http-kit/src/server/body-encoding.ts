import { ProductError } from '@kumbuka/contracts';
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';

const charsetPattern = /;\s*charset\s*=\s*"?([^";\s]+)/i;
/** US-ASCII is a part of UTF-8. */
const utf8 = /^(?:utf-?8|us-ascii)$/i;

/** Returns why the headers rule out a body in UTF-8; `null` when they do not. */
export function encodingProblem(headers: IncomingHttpHeaders): ProductError | null {
  const encoding = headers['content-encoding']?.trim() ?? '';
  if (encoding !== '' && !/^identity$/i.test(encoding)) return new ProductError('ENCODING_UNSUPPORTED');
  const transfer = headers['transfer-encoding']?.trim() ?? 'chunked';
  if (!/^chunked$/i.test(transfer)) return new ProductError('ENCODING_UNSUPPORTED');
  const [, charset = 'utf-8'] = charsetPattern.exec(headers['content-type'] ?? '') ?? [];
  return utf8.test(charset) ? null : new ProductError('CHARSET_UNSUPPORTED');
}

/** Decodes a body. Throws `BODY_NOT_UTF8`, because replacement characters would be stored as if they were typed. */
export function textOfBody(body: Buffer): string {
  if (!isUtf8(body)) throw new ProductError('BODY_NOT_UTF8');
  return body.toString();
}
