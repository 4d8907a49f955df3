import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const keyOfBytes = (ikm: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', ikm, salt, info, length));

export interface BrowserKeys {
  privateKey: Buffer;
  publicKey: Buffer;
  auth: Buffer;
}

/** Decrypts a message as a browser does, by RFC 8291 and RFC 8188. */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const ikm = keyOfBytes(pair.computeSecret(senderKey), auth, info, 32);
  const key = keyOfBytes(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = keyOfBytes(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** A browser that subscribed at a push service. */
export function aBrowser(host = 'fcm.googleapis.com') {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const keys: BrowserKeys = { privateKey: pair.getPrivateKey(), publicKey, auth: randomBytes(16) };
  const id = randomBytes(9).toString('base64url');
  const input = {
    endpoint: `https://${host}/send/${id}`,
    p256dh: publicKey.toString('base64url'),
    auth: keys.auth.toString('base64url'),
  };
  return { id, keys, input };
}

/** Claims of a signature by RFC 8292; `null` when the key of the sender does not fit. */
function claimsOf(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isValid
    ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>)
    : null;
}

interface Arrived {
  id: string;
  body: Buffer;
  ttl: string | undefined;
  claims: Record<string, unknown> | null;
}

/** Local push service, which speaks HTTP and responds as `statusOf` says; `post` reaches it instead of the real hosts. */
export async function startPushService() {
  const arrived: Arrived[] = [];
  let statusOf: (id: string) => number | null = () => 201;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const id = request.url?.split('/').at(-1) ?? '';
      const { authorization = '', ttl } = request.headers;
      arrived.push({ id, body: Buffer.concat(chunks), ttl: String(ttl), claims: claimsOf(authorization) });
      const status = statusOf(id);
      if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    arrived,
    post: (url: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`, init),
    respond: (next: typeof statusOf) => void (statusOf = next),
    stop: () => server.close(),
  };
}
