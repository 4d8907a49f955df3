import { builtInNoteTypes, type CollectionNote } from '@kumbuka/card-files/collection';
import { exportTypes, RateLimited, type ExportFormat } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Deck } from '../../domain/deck.ts';
import { DeckNotFound, LimitReached } from '../../domain/errors.ts';
import { fitsIntoArchive } from '../../domain/export/archive-size.ts';
import { deckPaths } from '../../domain/export/deck-paths.ts';
import type { Ports } from '../ports.ts';
import type { ExportContent, ExportedCollection } from './ports.ts';
import { exportedNotes, mediaOf, type NotePorts, type Scope } from './export-notes.ts';

type ExportPorts = NotePorts &
  Pick<
    Ports,
    | 'decks'
    | 'ownership'
    | 'noteTypes'
    | 'media'
    | 'mediaFiles'
    | 'exportWriter'
    | 'paymentReader'
    | 'archiveLimits'
    | 'now'
  >;

export interface ExportRequest {
  /** All decks when absent. */
  deckId?: number | undefined;
  format: ExportFormat;
}

/** A file of cards, written while it is read. */
export interface ExportedFile {
  name: string;
  mediaType: string;
  content: ExportContent;
}

const endings: Record<ExportFormat, string> = {
  apkg: 'apkg',
  csv: 'csv',
  'csv-spreadsheets': 'csv',
  markdown: 'md',
  json: 'zip',
};
const maxNameLength = 80;
/** Title as a name of a file in every system. */
function fileNameOf(title: string, format: ExportFormat): string {
  const plain = title.replaceAll(/[\p{C}\\/:*?"<>|]+/gu, ' ').trim();
  const name = [...plain]
    .slice(0, maxNameLength)
    .join('')
    .replace(/^\.+|[. ]+$/g, '');
  return `${name || 'kumbuka'}.${endings[format]}`;
}

async function decksOf({ decks, ownership }: ExportPorts, ownerId: number, deckId?: number): Promise<Deck[]> {
  if (deckId === undefined) {
    const owned = await ownership.listDecks(ownerId);
    return decks.findMany(
      ownerId,
      owned.map((deck) => deck.deckId),
    );
  }
  const deck = await decks.find(ownerId, deckId);
  if (!deck) throw new DeckNotFound();
  return [deck];
}

/** What a deck has beside its cards. */
const describedDeck = (deck: Deck, paths: Scope['paths']) => ({
  id: deck.id,
  path: paths.get(deck.id) ?? deck.title,
  title: deck.title,
  description: deck.description,
  subject: deck.subject,
  category: deck.category,
  difficulty: deck.difficulty,
  frontLanguage: deck.frontLanguage,
  backLanguage: deck.backLanguage,
});

/** Remembers the media of the notes that pass. */
async function* notingMedia(notes: AsyncIterable<CollectionNote[]>, names: Set<string>) {
  for await (const batch of notes) {
    for (const name of batch.flatMap(mediaOf)) names.add(name);
    yield batch;
  }
}

/** Gives every answer a time of its own, by which Anki knows it. */
async function* withOwnTimes(notes: AsyncIterable<CollectionNote[]>) {
  const taken = new Set<number>();
  const free = (time: number) => {
    let own = time;
    while (taken.has(own)) own += 1;
    taken.add(own);
    return own;
  };
  for await (const batch of notes)
    yield batch.map((note) => ({
      ...note,
      cards: note.cards.map((card) =>
        card.history ? { ...card, history: { ...card.history, times: card.history.times.map(free) } } : card,
      ),
    }));
}

const hasStudies = (format: ExportFormat) => format === 'apkg' || format === 'json';

/** Exports of this process, so that one account does not take all of its memory. */
function createSlots(maxAtOnce: number) {
  const running = new Set<number>();
  return {
    /** Throws `RateLimited` when the account exports already, or too many others do. */
    take(ownerId: number): () => void {
      if (running.has(ownerId) || running.size >= maxAtOnce) throw new RateLimited(retrySeconds);
      running.add(ownerId);
      return () => void running.delete(ownerId);
    },
  };
}
const exportsAtOnce = 4;
const retrySeconds = 5;

/** Exports the cards of a deck, or of all decks, as a file. An account has one export at a time. */
export function exportCards(ports: ExportPorts) {
  const slots = createSlots(exportsAtOnce);

  async function archiveOf(ownerId: number, decks: readonly Deck[]) {
    const study = await ports.studyExporter.logOf(ownerId);
    const { bytes: mediaBytes } = await ports.media.sizeOf(ownerId);
    if (!fitsIntoArchive({ decks, mediaBytes, logEntries: study.length }, ports.archiveLimits))
      throw new LimitReached('ARCHIVE_TOO_LARGE');
    return { study, payments: ports.paymentReader.paymentsOf(ownerId) };
  }

  async function collectionOf(
    ownerId: number,
    decks: readonly Deck[],
    { format, isArchive }: { format: ExportFormat; isArchive: boolean },
  ) {
    const ownTypes = await ports.noteTypes.list(ownerId);
    const types = new Map([...Object.values(builtInNoteTypes), ...ownTypes].map((type) => [type.id, type]));
    const scope: Scope = { ownerId, paths: deckPaths(decks), types };
    const names = new Set<string>();
    const usedTypes = new Set<string>();
    // An archive names its note types before the notes, and its media beside them.
    if (format === 'json')
      for await (const batch of exportedNotes(ports, scope, { withStudies: false }))
        for (const note of batch) {
          usedTypes.add(note.type);
          for (const name of mediaOf(note)) names.add(name);
        }
    const notes = notingMedia(
      exportedNotes(ports, scope, { withStudies: hasStudies(format), withIds: isArchive }),
      names,
    );
    const all = [...types.values()];

    async function* media() {
      for (const name of names)
        if ((await ports.media.find(name))?.ownerId === ownerId)
          yield { name, read: () => ports.mediaFiles.get(ownerId, name) };
    }
    const collection: ExportedCollection = {
      noteTypes: format === 'json' ? all.filter(({ id }) => usedTypes.has(id)) : all,
      notes: format === 'apkg' ? withOwnTimes(notes) : notes,
      media: media(),
      at: ports.now(),
      account: { decks: decks.map((deck) => describedDeck(deck, scope.paths)) },
      ...(isArchive ? { archive: await archiveOf(ownerId, decks) } : {}),
      ...(await ports.studyExporter.calendarOf(ownerId)),
    };
    return collection;
  }

  return async ({ deckId, format }: ExportRequest, { userId }: Principal): Promise<ExportedFile> => {
    const release = slots.take(userId);
    try {
      const decks = await decksOf(ports, userId, deckId);
      const collection = await collectionOf(userId, decks, {
        format,
        isArchive: format === 'json' && deckId === undefined,
      });
      const content = await ports.exportWriter.write(format, collection, release);
      const title = deckId === undefined ? 'Kumbuka' : (decks[0]?.title ?? '');
      return { name: fileNameOf(title, format), mediaType: exportTypes[format], content };
    } catch (error) {
      release();
      throw error;
    }
  };
}
