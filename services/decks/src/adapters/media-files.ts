import { Unavailable } from '@kumbuka/contracts';
import { AwsClient } from 'aws4fetch';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFiles } from '../use-cases/media/ports.ts';

/** Files below a folder that all processes of the service share. */
export function filesInFolder(root: string): MediaFiles {
  const folderOf = (ownerId: number) => join(root, String(ownerId));
  return {
    canStore: true,
    async put(ownerId, name, bytes) {
      await mkdir(folderOf(ownerId), { recursive: true, mode: 0o700 });
      // A file with its name is whole.
      const part = join(folderOf(ownerId), `.${randomUUID()}`);
      try {
        await writeFile(part, bytes, { mode: 0o600, flush: true });
        await rename(part, join(folderOf(ownerId), name));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    get: (ownerId, name) =>
      readFile(join(folderOf(ownerId), name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    remove: (ownerId, name) => rm(join(folderOf(ownerId), name), { force: true }),
    removeAll: (ownerId) => rm(folderOf(ownerId), { recursive: true, force: true }),
  };
}

const timeoutMs = 10_000;
const keyInList = /<Key>([^<]+)<\/Key>/g;

/** Objects of a bucket, by an address such as `s3+https://key:secret@host/bucket?region=eu-west-1`. */
export function filesInBucket(address: URL): MediaFiles {
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(address.username),
    secretAccessKey: decodeURIComponent(address.password),
    region: address.searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries: 2,
  });
  const bucket = `${address.protocol.slice('s3+'.length)}//${address.host}${address.pathname}`;
  const send = async (path: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await client.fetch(`${bucket}${path}`, { ...init, signal });
    if (response.ok || response.status === 404) return response;
    throw new Unavailable(new Error(`The object store responded with ${response.status}.`));
  };
  const remove = async (ownerId: number, name: string) =>
    void (await send(`/${ownerId}/${name}`, { method: 'DELETE' }));
  const list = async (ownerId: number) => {
    const response = await send(`?list-type=2&prefix=${ownerId}/`);
    return [...(await response.text()).matchAll(keyInList)].map(([, key = '']) => key);
  };
  return {
    canStore: true,
    async put(ownerId, name, bytes) {
      const { status } = await send(`/${ownerId}/${name}`, { method: 'PUT', body: new Uint8Array(bytes) });
      if (status === 404) throw new Error('The bucket does not exist.');
    },
    async get(ownerId, name) {
      const response = await send(`/${ownerId}/${name}`);
      return response.status === 404 ? null : Buffer.from(await response.arrayBuffer());
    },
    remove,
    async removeAll(ownerId) {
      for (let keys = await list(ownerId); keys.length > 0; keys = await list(ownerId))
        for (const key of keys) await remove(ownerId, key.slice(`${ownerId}/`.length));
    },
  };
}

/** Without an object store nothing can be uploaded. */
const noFiles: MediaFiles = {
  canStore: false,
  put: () => Promise.reject(new Unavailable()),
  get: () => Promise.resolve(null),
  remove: () => Promise.resolve(),
  removeAll: () => Promise.resolve(),
};

/** Object store of a configured address: a folder, a bucket, or none. */
export function createMediaFiles(store: string | null): MediaFiles {
  if (store === null) return noFiles;
  return /^s3\+https?:/.test(store) ? filesInBucket(new URL(store)) : filesInFolder(store);
}
