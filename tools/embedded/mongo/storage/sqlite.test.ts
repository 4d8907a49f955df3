import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encode } from '../bson/encode.ts';
import { openStorage, type Storage } from './sqlite.ts';

let directory: string;
const onFailure = vi.fn<(error: Error) => void>();

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'mongo-storage-'));
  onFailure.mockClear();
});
afterEach(() => rmSync(directory, { recursive: true }));

const bytes = encode({ _id: 1 });

/** Returns the state that a restarted server would read. */
function reopened(): { documents: number; retry: unknown } {
  const storage = openStorage(directory, onFailure, () => true);
  const found = { documents: [...storage.documents()].length, retry: storage.retry('session') };
  storage.close();
  return found;
}

function unreadable(): Uint8Array {
  throw new Error('the disk is full');
}

describe('storage', () => {
  let storage: Storage;
  beforeEach(() => {
    storage = openStorage(directory, onFailure, () => true);
  });

  it('stores a write together with its retry record', async () => {
    storage.putDocument(1, 1, bytes);
    storage.putRetry('session', () => encode({ number: 5n }));
    await storage.durable();
    storage.close();
    expect(reopened()).toEqual({ documents: 1, retry: { number: 5n } });
  });

  it('stores neither a write nor its retry record when one fails, and nothing afterwards', async () => {
    storage.putDocument(1, 1, bytes);
    storage.putRetry('session', unreadable);
    await expect(storage.durable()).rejects.toThrow('the disk is full');
    expect(onFailure).toHaveBeenCalledTimes(1);
    storage.putDocument(2, 1, bytes);
    await expect(storage.durable()).rejects.toThrow('the disk is full');
    storage.close();
    expect(reopened()).toEqual({ documents: 0, retry: undefined });
  });

  it('commits everything of one turn of the event loop at once', async () => {
    const order: string[] = [];
    for (const rid of [1, 2, 3]) {
      storage.putDocument(rid, 1, bytes);
      void storage.durable().then(() => order.push(`durable ${rid}`));
    }
    order.push('nothing yet');
    await storage.durable();
    expect(order).toEqual(['nothing yet', 'durable 1', 'durable 2', 'durable 3']);
    storage.close();
    expect(reopened().documents).toBe(3);
  });

  it('commits earlier writes before a change of the catalogue', () => {
    storage.putDocument(1, 7, bytes);
    storage.dropCollection(7);
    storage.close();
    expect(reopened().documents).toBe(0);
  });

  it('opens existing data without a write, which a full disk would reject', () => {
    storage.close();
    const again = openStorage(directory, onFailure, () => true);
    expect(statSync(join(directory, 'mongo.db-wal')).size).toBe(0);
    again.close();
  });

  it('deletes old retry records', async () => {
    storage.putRetry('session', () => encode({ number: 5n }));
    await storage.durable();
    storage.forgetRetries(Date.now() + 1000);
    storage.close();
    expect(reopened().retry).toBeUndefined();
  });
});
