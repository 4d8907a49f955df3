import type { ArchivedDeck, CardFileContents } from '@kumbuka/card-files/collection';
import {
  decksRoutes,
  restoredEntriesAtOnce,
  type StudyLogEntry,
  type StudySettings,
} from '@kumbuka/contracts';
import type { WrittenDeck } from '../../domain/deck.ts';
import type { ImportPart, ImportRun, Restoration } from '../../domain/import/import-run.ts';
import type { Ports } from '../ports.ts';

type RestorePorts = Pick<Ports, 'studies' | 'learners' | 'newCardIds' | 'newDeckId'>;

/** Reviews of one call besides the number of its entries: an imported history may hold thousands. */
const packedAtOnce = 20_000;
/** Fewer ids are not consecutive. */
const consecutiveIds = 50;

/** Whether an account takes everything back from an archive: it has no deck and no answer. */
export async function scopeOf(
  { learners, studies }: RestorePorts,
  ownerId: number,
): Promise<Restoration['scope']> {
  const isEmpty = (await learners.deckCount(ownerId)) === 0 && (await studies.isUnstudied(ownerId));
  return isEmpty ? 'everything' : 'cards';
}

/** Decides what comes back from an archive, with ids for cards that only its log names; `null` for other files. */
export async function planRestoration(
  ports: RestorePorts,
  ownerId: number,
  { account }: Pick<CardFileContents, 'account'>,
): Promise<Restoration | null> {
  if (!account) return null;
  const scope = await scopeOf(ports, ownerId);
  if (scope === 'cards') return { scope, lostCardId: 0, lostDeckId: 0 };
  const [lostCardId = 0] = await ports.newCardIds(Math.max(account.cards, consecutiveIds));
  return { scope, lostCardId, lostDeckId: await ports.newDeckId() };
}

/** Decks of the account by their ids in the archive; the parts of a path are its decks in order. */
function decksByArchived(decks: readonly ArchivedDeck[], parts: readonly ImportPart[]) {
  const ofPath = Map.groupBy(parts, ({ path }) => path);
  const seen = new Map<string, number>();
  return new Map(
    decks.flatMap(({ id, path }) => {
      const at = seen.get(path) ?? 0;
      seen.set(path, at + 1);
      const part = ofPath.get(path)?.[at] ?? ofPath.get(path)?.at(-1);
      return part ? [[id, part.deckId] as const] : [];
    }),
  );
}

interface Place {
  cardId: number;
  deckId: number;
}

/** Gives the cards and decks of an archive their ids in the account. Unknown ones become cards that are gone. */
function createTranslator(
  { lostCardId, lostDeckId }: Restoration,
  cards: ReadonlyMap<number, Place>,
  decks: ReadonlyMap<number, number>,
) {
  const lost = new Map<number, number>();
  function lostId(id: number): number {
    const known = lost.get(id) ?? lostCardId + lost.size;
    lost.set(id, known);
    return known;
  }
  const deckOf = (id: number) => decks.get(id) ?? lostDeckId;
  function restoredExam(exam: StudySettings['exam']): StudySettings['exam'] {
    const deckIds = exam?.deckIds.flatMap((id) => decks.get(id) ?? []) ?? [];
    return exam && deckIds.length > 0 ? { ...exam, deckIds } : null;
  }
  return {
    entry(entry: StudyLogEntry): StudyLogEntry {
      if (!('cardId' in entry)) return entry;
      const place = cards.get(entry.cardId);
      const own = {
        ...entry,
        cardId: place?.cardId ?? lostId(entry.cardId),
        deckId: place ? deckOf(entry.deckId) : lostDeckId,
      };
      return own.kind === 'reviewed' && own.sessionDeckId !== null
        ? { ...own, sessionDeckId: deckOf(own.sessionDeckId) }
        : own;
    },
    settings: (settings: StudySettings): StudySettings => ({
      ...settings,
      deckSettings: settings.deckSettings.flatMap(({ deckId, ...deck }) => {
        const own = decks.get(deckId);
        return own === undefined ? [] : [{ deckId: own, ...deck }];
      }),
      exam: restoredExam(settings.exam),
    }),
  };
}

const packed = (entry: StudyLogEntry) => (entry.kind === 'history-imported' ? entry.times.length : 0);

async function* inBatches(entries: AsyncIterable<StudyLogEntry>): AsyncGenerator<StudyLogEntry[]> {
  let [batch, reviews]: [StudyLogEntry[], number] = [[], 0];
  for await (const entry of entries) {
    batch.push(entry);
    reviews += packed(entry);
    if (batch.length < restoredEntriesAtOnce && reviews < packedAtOnce) continue;
    yield batch;
    [batch, reviews] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** The log of the archive contradicts itself, so nothing was taken from it. */
export class HistoryInvalid extends Error {
  override readonly name = 'HistoryInvalid';
}

/** Work on the archive of a whole account during a run. */
export interface AccountRestore {
  /** Folds the log onto the cards, when all of them exist. */
  finish(): Promise<void>;
  describe(part: ImportPart): WrittenDeck | null;
}

/** Fields of a deck as a client would send them; `null` when they are not valid. */
function writtenDeck(deck: ArchivedDeck): WrittenDeck | null {
  const { title, description, subject, category, difficulty, frontLanguage, backLanguage } = deck;
  const body = decksRoutes.createDeck.body.safeParse({
    title,
    description,
    subject,
    category,
    difficulty,
    front_language: frontLanguage,
    back_language: backLanguage,
  });
  if (!body.success) return null;
  const { front_language, back_language, client_id: _clientId, ...fields } = body.data;
  return { ...fields, frontLanguage: front_language, backLanguage: back_language };
}

function describer(decks: readonly ArchivedDeck[]): AccountRestore['describe'] {
  const ofPath = Map.groupBy(decks, ({ path }) => path);
  return ({ path, number }) => {
    const deck = ofPath.get(path)?.[number - 1];
    return deck ? writtenDeck(deck) : null;
  };
}

/**
 * Writes the log of an archive before any card, so that it precedes every answer that is given meanwhile. `null` when the
 * cards come without it. A resumed run repeats the calls, which changes nothing.
 */
export async function restoreLog(
  { studies }: RestorePorts,
  run: ImportRun,
  { account, log }: Pick<CardFileContents, 'account' | 'log'>,
  placedCards: () => Promise<ReadonlyMap<number, Place>>,
): Promise<AccountRestore | null> {
  const { restoration, ownerId, id: importId } = run;
  if (!account || restoration?.scope !== 'everything') return null;
  const decks = decksByArchived(account.decks, run.parts);
  const translator = createTranslator(restoration, await placedCards(), decks);
  async function* translated() {
    for await (const entry of log()) yield translator.entry(entry);
  }
  let from = 1;
  for await (const entries of inBatches(translated())) {
    const { entries: total, parameters } = account;
    const outcome = await studies.restore(ownerId, { importId, total, parameters, from, entries });
    if (outcome === 'invalid') throw new HistoryInvalid();
    if (outcome === 'occupied') return null;
    from += entries.length;
  }
  const settings = translator.settings(account.settings);
  if (run.cursor === 0 && !(await studies.check(ownerId, { importId, settings }))) throw new HistoryInvalid();
  return {
    describe: describer(account.decks),
    finish: () => studies.finish(ownerId, { importId, settings, fit: account.fit }),
  };
}
