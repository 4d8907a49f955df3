import type { UpstreamResponse } from '@kumbuka/http-kit';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createMediaAdmission, registerMedia } from './media-route.ts';

const name = `${'a'.repeat(32)}-8x8.webp`;
const bytes = Buffer.from('RIFF0123456789');
const found = { status: 200, body: Buffer.from(JSON.stringify({ data: bytes.toString('base64') })) };

/** Serves what decks responds; also the requests that decks got. */
function serve(
  respond: () => Promise<Pick<UpstreamResponse, 'status' | 'body'>>,
  admission = createMediaAdmission(120_000),
) {
  const asked: unknown[] = [];
  const app = fastify();
  registerMedia(app, {
    internalKey: 'an-internal-key-for-tests',
    webKeys: [],
    admission,
    decks: {
      call: async ({ params }) => {
        asked.push(params);
        return { headers: {}, ...(await respond()) };
      },
    },
  });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  return { get, asked };
}

describe('GET /media/{name}', () => {
  it('a picture is served with headers under which nothing runs, and is kept by the browser', async () => {
    const { get } = serve(async () => found);
    const { statusCode, headers, rawPayload } = await get(`/media/${name}`);
    expect([statusCode, rawPayload.equals(bytes)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    });
  });

  it.each([
    ['bytes=0-3', 206, 'RIFF', 'bytes 0-3/14'],
    ['bytes=10-', 206, '6789', 'bytes 10-13/14'],
    ['bytes=10-999', 206, '6789', 'bytes 10-13/14'],
    ['bytes=99-', 200, bytes.toString(), undefined],
    ['bytes=5-2', 200, bytes.toString(), undefined],
    ['bytes=0-1,3-4', 200, bytes.toString(), undefined],
  ])('the range %s is served with %i', async (range, status, body, contentRange) => {
    const response = await serve(async () => found).get(`/media/${name}`, { range });
    expect([response.statusCode, response.payload, response.headers['content-range']]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  it.each([
    'secret',
    `${name}.html`,
    `${'a'.repeat(31)}-8x8.webp`,
    `${'a'.repeat(32)}.svg`,
    '..%2F..%2Finternal%2Fowners',
  ])('the name %s is not looked up', async (wrong) => {
    const { get, asked } = serve(async () => found);
    expect((await get(`/media/${wrong}`)).statusCode).not.toBe(200);
    expect(asked).toEqual([]);
  });

  it.each([
    ['is unknown', async () => ({ status: 404, body: Buffer.from('{}') })],
    ['cannot be read, because decks fails', async () => ({ status: 500, body: Buffer.from('{}') })],
    ['cannot be read, because decks is away', () => Promise.reject(new Error('refused'))],
  ])('a file that %s is not served', async (_what, respond) =>
    expect((await serve(respond).get(`/media/${name}`)).statusCode).not.toBe(200),
  );

  it('a network that loads more files than its share of a minute waits, and another does not', async () => {
    const admission = createMediaAdmission(2_000, { now: () => 0, pause: async () => {} });
    const { get } = serve(async () => found, admission);
    const load = (count: number) => Promise.all(Array.from({ length: count }, () => get(`/media/${name}`)));
    const statuses = (await load(25)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    await expect(admission.consume('another network')).resolves.toBeUndefined();
  });
});
