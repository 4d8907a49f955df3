import { CardFileRejected, openContents, readCardFile, type ReadCardFile } from '@kumbuka/card-files';
import type { Foundation } from '@kumbuka/service-kit';
import { createReadStream } from 'node:fs';
import { access, appendFile, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { UploadLost } from '../domain/errors.ts';
import type { ImportFiles, StudiedCard } from '../use-cases/import/ports.ts';

/** Cards of one call to study-progress; with more, one call holds up the answers of other learners. */
const cardsAtOnce = 100;
/** Reviews of one call to study-progress. */
const reviewsAtOnce = 20_000;

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Folder beside those of imports in which packages are built. */
export const exportFolder = 'exports';

const isCrash = (error: unknown) => error instanceof CardFileRejected && error.code === 'reader-failed';

/** Files of imports in a folder that all processes of the service share. Each import has a folder named after its id. */
export function createImportFiles(
  root: string,
  log: Pick<Foundation['log'], 'error'>,
  readCards: ReadCardFile = readCardFile,
): ImportFiles {
  const of = (id: string, ...names: string[]) => join(root, id, ...names);
  const upload = (id: string) => of(id, 'upload');
  const contents = (id: string) => of(id, 'contents');
  const studyFolder = (id: string) => of(id, 'study');
  const studyFile = (id: string, part: number) => of(id, 'study', `${part}.jsonl`);

  async function* linesOf(path: string): AsyncGenerator<StudiedCard> {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
      yield JSON.parse(line);
  }

  return {
    async write(id, offset, bytes) {
      await mkdir(of(id), { recursive: true, mode: 0o700 });
      const file = await open(upload(id), offset === 0 ? 'w' : 'r+', 0o600).catch(
        (error: NodeJS.ErrnoException) => {
          throw error.code === 'ENOENT' ? new UploadLost() : error;
        },
      );
      try {
        await file.write(bytes, 0, bytes.length, offset);
      } finally {
        await file.close();
      }
    },
    async read({ id, fileName, options }, calendar) {
      const earlier = await openContents(contents(id)).catch(() => null);
      if (earlier) return earlier;
      if (!(await exists(upload(id)))) throw new UploadLost();
      const { encoding, columns, deck } = options;
      async function attempt() {
        await rm(contents(id), { recursive: true, force: true });
        await mkdir(contents(id), { recursive: true, mode: 0o700 });
        try {
          return await readCards(
            upload(id),
            { fileName, encoding, columns, deck, ...calendar },
            contents(id),
          );
        } catch (error) {
          if (isCrash(error)) log.error({ err: error, importId: id }, 'the reader of card files crashed');
          throw error;
        }
      }
      // The fault may lie in the process rather than in the file.
      return attempt().catch((error: unknown) => {
        if (!isCrash(error)) throw error;
        return attempt();
      });
    },
    readMedia: ({ path }) => readFile(path),
    async forgetContents(id) {
      await rm(contents(id), { recursive: true, force: true });
    },
    async clearStudy(id) {
      await rm(studyFolder(id), { recursive: true, force: true });
      await mkdir(studyFolder(id), { recursive: true, mode: 0o700 });
    },
    async appendStudy(id, part, cards) {
      await appendFile(studyFile(id, part), cards.map((card) => `${JSON.stringify(card)}\n`).join(''));
    },
    async *readStudy(id, part) {
      if (!(await exists(studyFile(id, part)))) return;
      let [cards, reviews]: [StudiedCard[], number] = [[], 0];
      for await (const card of linesOf(studyFile(id, part))) {
        cards.push(card);
        reviews += card.history?.times.length ?? 0;
        if (cards.length < cardsAtOnce && reviews < reviewsAtOnce) continue;
        yield cards;
        [cards, reviews] = [[], 0];
      }
      if (cards.length > 0) yield cards;
    },
    async remove(id) {
      await rm(of(id), { recursive: true, force: true });
    },
    async list() {
      const names = await readdir(root).catch((): string[] => []);
      return names.filter((name) => name !== exportFolder);
    },
  };
}
