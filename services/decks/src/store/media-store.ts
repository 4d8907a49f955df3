import { mediaNamesIn } from '@kumbuka/contracts';
import { insertRow } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { Media } from '../domain/media.ts';
import type { MediaStore } from '../use-cases/media/ports.ts';
import { cardCollection, type CardRow } from './card-rows.ts';
import { mediaCollection, type MediaRow } from './media-rows.ts';
import { noteCollection, type NoteRow } from './note-store.ts';

const toMedia = ({ _id, unusedSince: _unused, ...row }: MediaRow): Media => ({ name: _id, ...row });
/** Names of one update. */
const namesAtOnce = 1_000;
const shownText = 100;

/** Rows of pictures and sounds in MongoDB; with a session, calls join its transaction. */
export function createMediaStore(connection: Connection, session: ClientSession | null = null): MediaStore {
  const media = mediaCollection.on(connection);
  const cards = cardCollection.on(connection);
  const notes = noteCollection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async find(name) {
      const row = await media.findById(name).session(session).lean<MediaRow>();
      return row && toMedia(row);
    },
    async findByHash(ownerId, hash) {
      const row = await media.findOne({ ownerId, hash }).session(session).lean<MediaRow>();
      return row && toMedia(row);
    },
    async sizeOf(ownerId) {
      const rows = await media
        .find({ ownerId }, { bytes: 1 })
        .session(session)
        .lean<Pick<MediaRow, 'bytes'>[]>();
      return { files: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    async insert({ name, ...row }) {
      await insertRow(media, { _id: name, ...row }, inSession);
    },
    async removeUnused(ownerId, names, before) {
      const removed: string[] = [];
      for (const name of names) {
        // A card that shows it meanwhile has taken the mark away.
        const unusedSince = mongoose.trusted({ $lte: before });
        const { deletedCount } = await media.deleteOne({ ownerId, _id: name, unusedSince });
        if (deletedCount > 0) removed.push(name);
      }
      return removed;
    },
    async removeAll(ownerId) {
      await media.deleteMany({ ownerId });
    },
    async ownersAfter(ownerId, before, limit) {
      const owners: number[] = [];
      for (let after = ownerId; owners.length < limit;) {
        const row = await media
          .findOne(
            { ownerId: mongoose.trusted({ $gt: after }), createdAt: mongoose.trusted({ $lt: before }) },
            { ownerId: 1 },
          )
          .sort({ ownerId: 1 })
          .lean<Pick<MediaRow, 'ownerId'>>();
        if (!row) break;
        owners.push(row.ownerId);
        after = row.ownerId;
      }
      return owners;
    },
    async list(ownerId) {
      const rows = await media
        .find({ ownerId }, { bytes: 1, createdAt: 1, unusedSince: 1 })
        .lean<Pick<MediaRow, '_id' | 'bytes' | 'createdAt' | 'unusedSince'>[]>();
      return rows
        .map(({ _id, bytes, createdAt, unusedSince = null }) => ({
          name: _id,
          bytes,
          createdAt,
          unusedSince,
        }))
        .sort((a, b) => b.bytes - a.bytes);
    },
    async mark(ownerId, names, unusedSince) {
      const change = unusedSince ? { $set: { unusedSince } } : { $unset: { unusedSince: 1 as const } };
      for (let from = 0; from < names.length; from += namesAtOnce) {
        const some = mongoose.trusted({ $in: names.slice(from, from + namesAtOnce) });
        await media.updateMany({ ownerId, _id: some }, change);
      }
    },
    async cardsShowing(ownerId, names, limit) {
      const found: Awaited<ReturnType<MediaStore['cardsShowing']>> = [];
      const shown = cards
        .find({ ownerId, format: 'rich' }, { deckId: 1, front: 1, back: 1 })
        .lean<CardRow[]>()
        .cursor();
      for await (const { _id, deckId, front, back } of shown) {
        if (![...mediaNamesIn(front), ...mediaNamesIn(back)].some((name) => names.has(name))) continue;
        found.push({ cardId: _id, deckId, text: [...front].slice(0, shownText).join('') });
        if (found.length === limit) break;
      }
      return found;
    },
    async usedNames(ownerId) {
      const used = new Set<string>();
      const keep = (text: string) => mediaNamesIn(text).forEach((name) => used.add(name));
      const ofCards = cards
        .find({ ownerId, format: 'rich' }, { front: 1, back: 1 })
        .lean<CardRow[]>()
        .cursor();
      for await (const { front, back } of ofCards) [front, back].forEach(keep);
      const ofNotes = notes.find({ ownerId, format: 'rich' }, { fields: 1 }).lean<NoteRow[]>().cursor();
      for await (const { fields } of ofNotes) fields.forEach(keep);
      return used;
    },
  };
}
