import { topics } from '@kumbuka/contracts';
import { startMongo } from '@kumbuka/embedded/mongo';
import { countMessages, kafkaAccess, kafkaConfig } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import mongoose from 'mongoose';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { checkBackup, type Manifest } from '../backup/manifest.ts';
import { checkMedia, restoreMedia } from '../backup/media-files.ts';
import { fill, NotEmpty, renew } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { lockDataDirectory, prepareDataDirectory } from '../run/data-directory.ts';
import { dataDirOf, mongoUrlOf } from '../run/store-addresses.ts';
import { readSettings, type Settings } from '../run/settings.ts';
import { runCommand, UsageError } from './run-command.ts';

const usage = `npm run admin -- backup to <directory>       backs up all databases at one moment, and media files, while the product runs
npm run admin -- backup check <directory>    verifies the files of a backup
npm run admin -- backup restore <directory>  restores into an empty product that does not run
npm run admin -- backup renew                after MongoDB of MONGO_URL was restored by other means, before services start`;

// A backup contains personal data, so its files are for their owner only.
process.umask(0o077);

async function inMongo<Result>(
  url: string,
  work: (connection: mongoose.Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await mongoose.createConnection(url).asPromise();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

function report({ takenAt, files, media }: Manifest, what: string) {
  const sum = (pick: 'documents' | 'bytes') => files.reduce((all, file) => all + file[pick], 0);
  const shown = media
    ? `, ${media.files} pictures and sounds, ${mebibytes(media.bytes)} MiB`
    : ', no pictures and sounds: they are in a bucket, which has a copy of its own';
  console.log(`${what}: ${sum('documents')} rows, ${mebibytes(sum('bytes'))} MiB${shown}, of ${takenAt}.`);
}

/** Folder of pictures and sounds; `null` when they are in a bucket. */
function mediaFolderOf(settings: Settings): string | null {
  const store = settings.MEDIA_STORE ?? join(dataDirOf(settings), 'media');
  return /^s3\+https?:/.test(store) ? null : resolve(store);
}

async function check(directory: string): Promise<Manifest> {
  const found = await checkBackup(directory);
  if (found.media) await checkMedia(directory, found.media);
  return found;
}

async function restoreInto(url: string, directory: string): Promise<Manifest> {
  return inMongo(url, async (connection) => {
    const found = await fill(connection.getClient(), directory);
    await renew(connection);
    return found;
  });
}

/** Writes the whole backup or nothing. */
async function restoreEmbedded(dataDir: string, directory: string): Promise<Manifest> {
  const [target, filling] = [join(dataDir, 'mongo'), join(dataDir, 'mongo-filling')];
  if (existsSync(target)) throw new NotEmpty(`${target} is there; move it aside`);
  rmSync(filling, { recursive: true, force: true });
  const server = await startMongo({ dataDir: filling });
  const found = await restoreInto(server.uri(''), directory).finally(() => server.stop());
  renameSync(filling, target);
  return found;
}

/** Rejects topics with events, which consumers would process although the restored databases do not contain them. */
async function rejectMessages(settings: Settings, dataDir: string): Promise<void> {
  const { KAFKA_BROKERS, KAFKA_TLS, KAFKA_LOGIN } = settings;
  if (KAFKA_BROKERS === undefined) {
    if (existsSync(join(dataDir, 'kafka')))
      throw new NotEmpty(`${join(dataDir, 'kafka')} is there; move it aside`);
    return;
  }
  const access = kafkaAccess(z.object(kafkaConfig).parse({ KAFKA_BROKERS, KAFKA_TLS, KAFKA_LOGIN }));
  const names = topics.map(({ name }) => name);
  const count = await countMessages(
    { ...access, clientId: 'backup', log: createLog('backup', 'warn') },
    names,
  );
  if (count > 0)
    throw new NotEmpty(`The topics of ${KAFKA_BROKERS} hold ${count} events; delete the topics first`);
}

async function restore(settings: Settings, directory: string) {
  const dataDir = dataDirOf(settings);
  prepareDataDirectory(dataDir);
  const lock = lockDataDirectory(dataDir);
  try {
    await rejectMessages(settings, dataDir);
    const { media } = await check(directory);
    const mediaFolder = mediaFolderOf(settings);
    if (media && mediaFolder === null)
      throw new UsageError(
        'The backup contains pictures and sounds as files: restore them into a folder (MEDIA_STORE), or copy its folder media into the bucket and delete `media` from manifest.json.',
      );
    const found = await (settings.MONGO_URL === undefined
      ? restoreEmbedded(dataDir, directory)
      : restoreInto(settings.MONGO_URL, directory));
    if (media && mediaFolder !== null) await restoreMedia(directory, mediaFolder);
    report(found, 'Restored');
    console.log(
      'Everybody must sign in again. Start the product; it publishes the events in the outboxes again.',
    );
  } finally {
    lock.release();
  }
}

async function renewAlone(settings: Settings) {
  if (settings.MONGO_URL === undefined)
    throw new UsageError('MONGO_URL names the MongoDB that was restored.');
  await rejectMessages(settings, dataDirOf(settings));
  await inMongo(settings.MONGO_URL, renew);
  console.log('Ready. Everybody must sign in again; the events in the outboxes are published again.');
}

const directoryNamed = (name: string | undefined): string => {
  if (name === undefined) throw new UsageError(usage);
  // npm runs commands in the folder of package.json; the caller may have typed the path in another one.
  return resolve(process.env['INIT_CWD'] ?? '.', name);
};

await runCommand(async ([word, name, ...more]) => {
  const settings = readSettings(process.env);
  if (more.length > 0) throw new UsageError(usage);
  switch (word) {
    case 'to': {
      const directory = directoryNamed(name);
      const taken = await inMongo(mongoUrlOf(settings), (connection) =>
        writeBackup(connection.getClient(), directory, mediaFolderOf(settings)),
      );
      return report(taken, `Written to ${directory}`);
    }
    case 'check':
      return report(await check(directoryNamed(name)), 'As it was written');
    case 'restore':
      return restore(settings, directoryNamed(name));
    case 'renew':
      return renewAlone(settings);
    default:
      throw new UsageError(usage);
  }
});
