import { connect } from 'node:net';

export interface RawResponse {
  /** 0 when the connection ended without a response. */
  status: number;
  headers: Record<string, string>;
  body: string;
}

const headOf = (text: string): Pick<RawResponse, 'status' | 'headers'> => {
  const [first = '', ...lines] = text.split('\r\n');
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(' ')[1] ?? 0), headers: Object.fromEntries(pairs) };
};

const unchunked = (body: string) => body.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/gi, '');

function read(text: string): RawResponse {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return { status: 0, headers: {}, body: '' };
  const head = headOf(text.slice(0, end));
  const body = text.slice(end + 4);
  return { ...head, body: head.headers['transfer-encoding'] === 'chunked' ? unchunked(body) : body };
}

/** Sends a raw request line and headers, even invalid ones, and reads the whole response. */
export function requestRaw(
  port: number,
  requestLine: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, connection: 'close', ...headers });
  const head = [`${requestLine} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.once('close', () => resolve(read(Buffer.concat(chunks).toString('utf8'))));
    socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'));
  });
}
