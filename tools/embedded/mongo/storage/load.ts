import { decode } from '../bson/decode.ts';
import { encodeKey } from '../bson/keys.ts';
import { readIndexDefinition } from '../index/definition.ts';
import { createLiveIndex, flatten, indexKeys, type LiveIndex } from '../index/live-index.ts';
import type { Entry } from '../index/chunks.ts';
import { createCollection, type Collection } from './collection.ts';
import { newRecord, type StoredRecord } from './record.ts';
import type { Store } from './store.ts';

/** Loads all stored collections, indexes and documents. */
export function load(store: Store): void {
  const byId = new Map<number, Collection>();
  for (const { id, namespace } of store.storage.collections()) {
    const collection = createCollection(id, namespace);
    collection.exists = true;
    store.collections.set(namespace, collection);
    byId.set(id, collection);
    store.lastCollection = Math.max(store.lastCollection, id);
  }
  for (const { collection, spec } of store.storage.indexes()) {
    byId.get(collection)?.indexes.push(createLiveIndex(readIndexDefinition(spec)));
  }
  loadDocuments(store, byId);
}

function loadDocuments(store: Store, byId: Map<number, Collection>): void {
  const entries = new Map<LiveIndex, Entry<StoredRecord>[]>();
  for (const { rid, collection: owner, bytes } of store.storage.documents()) {
    const collection = byId.get(owner);
    if (!collection) continue;
    const document = decode(bytes);
    const record = newRecord(rid, encodeKey(document._id), Buffer.from(bytes), 0);
    store.lastRid = Math.max(store.lastRid, rid);
    collection.records.set(record.id, record);
    collection.size++;
    for (const index of collection.indexes) {
      const list = entries.get(index) ?? [];
      if (list.length === 0) entries.set(index, list);
      for (const key of indexKeys(index, document)) list.push({ key: flatten(key), record });
    }
  }
  for (const [index, list] of entries) index.entries.replaceAll(list);
}
