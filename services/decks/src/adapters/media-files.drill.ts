import { Unavailable } from '@kumbuka/contracts';
import { AwsClient } from 'aws4fetch';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaFiles } from '../use-cases/media/ports.ts';
import { createMediaFiles, filesInBucket, filesInFolder } from './media-files.ts';

/** What every object store does. */
function storesFiles(files: () => MediaFiles) {
  it('a file is read as it was written, until it is removed', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 0]);
    await files().put(7, 'a.webp', bytes);
    expect((await files().get(7, 'a.webp'))?.equals(bytes)).toBe(true);
    expect(await files().get(8, 'a.webp')).toBeNull();
    await files().remove(7, 'a.webp');
    await files().remove(7, 'a.webp');
    expect(await files().get(7, 'a.webp')).toBeNull();
  });

  it('all files of an account are removed, and no others', async () => {
    for (const [ownerId, name] of [
      [7, 'a.webp'],
      [7, 'b.webp'],
      [70, 'c.webp'],
    ] as const)
      await files().put(ownerId, name, Buffer.from(name));
    await files().removeAll(7);
    expect([await files().get(7, 'a.webp'), await files().get(7, 'b.webp')]).toEqual([null, null]);
    expect((await files().get(70, 'c.webp'))?.toString()).toBe('c.webp');
  });
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a folder', () => {
  storesFiles(() => filesInFolder(join(folder, 'files')));

  it('a file with a name is whole, and no part of another write is left', async () => {
    const files = filesInFolder(join(folder, 'parts'));
    await Promise.all([1, 2, 3].map((each) => files.put(7, 'a.webp', Buffer.alloc(100_000, each))));
    expect(await readdir(join(folder, 'parts', '7'))).toEqual(['a.webp']);
    expect((await files.get(7, 'a.webp'))?.length).toBe(100_000);
  });
});

it('without an object store nothing can be uploaded', async () => {
  await expect(createMediaFiles(null).put(7, 'a.webp', Buffer.alloc(1))).rejects.toThrow(Unavailable);
});

/** Built once by `go install github.com/versity/versitygw/cmd/versitygw@v1.8.0` with this folder as `GOBIN`. */
const gateway = fileURLToPath(
  new URL('../../../../node_modules/.cache/versitygw/versitygw', import.meta.url),
);
const hasGateway = existsSync(gateway);
if (!hasGateway)
  console.warn('NOT RUN: the object store on a real S3 server, because versitygw is not built.');

describe.skipIf(!hasGateway)('a bucket of a real S3 server', () => {
  const key = { accessKeyId: 'media', secretAccessKey: 'a/secret+key' };
  let server: ChildProcess;
  let address: URL;
  beforeAll(async () => {
    const port = await freePort();
    const data = await mkdtemp(join(folder, 's3-'));
    const [files, attributes] = [join(data, 'files'), join(data, 'attributes')];
    // As in docker-compose.yml: a folder is a bucket.
    await mkdir(join(files, 'cards'), { recursive: true });
    await mkdir(attributes);
    const env = { ...process.env, ROOT_ACCESS_KEY: key.accessKeyId, ROOT_SECRET_KEY: key.secretAccessKey };
    const args = ['--port', `127.0.0.1:${port}`, 'posix', '--sidecar', attributes, files];
    server = spawn(gateway, args, { env, stdio: 'ignore' });
    const client = new AwsClient({ ...key, service: 's3', region: 'us-east-1', retries: 0 });
    const find = () => client.fetch(`http://127.0.0.1:${port}/cards`, { method: 'HEAD' });
    for (let tries = 0; tries < 100; tries += 1) {
      const found = await find().catch(() => null);
      if (found?.ok) break;
      await pause(100);
    }
    address = new URL(
      `s3+http://${key.accessKeyId}:${encodeURIComponent(key.secretAccessKey)}@127.0.0.1:${port}/cards`,
    );
  });
  afterAll(async () => {
    server.kill();
    await once(server, 'exit');
  });

  storesFiles(() => filesInBucket(address));

  it('a wrong key is refused, as an outage of the store', async () => {
    const wrong = new URL(address);
    wrong.password = 'another';
    await expect(filesInBucket(wrong).put(7, 'x.webp', Buffer.from('x'))).rejects.toThrow(Unavailable);
    expect(await filesInBucket(address).get(7, 'x.webp')).toBeNull();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
