import { archiveLimits } from '@kumbuka/card-files/collection';
import { limits } from '@kumbuka/contracts';
import { dayMs } from '@kumbuka/contracts/study-day';
import { isUnavailable, uuidV7 } from '@kumbuka/event-bus';
import { countOutcomes, type RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import {
  assembleService,
  createFoundation,
  createJob,
  createTransactions,
  type Overrides as ServiceOverrides,
} from '@kumbuka/service-kit';
import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMediaFiles } from './adapters/media-files.ts';
import { prepareMedia } from './adapters/prepare-media.ts';
import type { Config } from './config.ts';
import type { ArchiveLimits } from './domain/export/archive-size.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { contextOf } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { readCatalog } from './store/catalog-store.ts';
import { createExportWriter } from './adapters/export-writer.ts';
import { createPaymentReader } from './adapters/payment-reader.ts';
import { createStudyExporter } from './adapters/study-exporter.ts';
import { createImportFiles, exportFolder } from './adapters/import-files.ts';
import { createStudyImporter } from './adapters/study-importer.ts';
import { createImportCounter, createImportJobs, outcomeOf, type ImportPace } from './jobs/imports.ts';
import { importKeyOf } from './use-cases/import/run-import.ts';
import { createStores } from './store/stores.ts';
import { userDeletion } from './store/user-deletion.ts';
import { createUseCases } from './use-cases/use-cases.ts';

const catalogFolder = fileURLToPath(new URL('../catalog', import.meta.url));

const pauseUntil = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** Dependencies that tests can replace. */
export interface Overrides extends ServiceOverrides, ImportPace {
  archiveLimits?: ArchiveLimits;
}

/** Builds the service without side effects; call `start()` to connect and listen. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey } = config;
  const foundation = createFoundation(config, overrides);
  const { connection, ids, idempotency, rateLimiter, log, now } = foundation;

  const ended = createImportCounter();
  const { transact, within } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
    onCommitted: countOutcomes(ended, outcomeOf),
  });
  const mediaFiles = createMediaFiles(config.mediaStore);
  const fileFolder = config.imports.folder ?? join(tmpdir(), 'kumbuka-imports');
  const useCases = createUseCases({
    ...createStores(connection),
    catalog: readCatalog(catalogFolder),
    transact,
    newDeckId: () => ids.next('decks'),
    newCardId: () => ids.next('flashcards'),
    newCardIds: (count) => ids.take('flashcards', count),
    mediaFiles,
    prepareMedia,
    newMediaToken: () => randomBytes(24).toString('base64url'),
    hashOfMedia: (bytes) => createHash('sha256').update(bytes).digest('base64url'),
    countRestored: (userId, cost) =>
      rateLimiter.check({
        name: 'restored-cards',
        key: String(userId),
        limit: limits.restoredCardsPerHour,
        windowSeconds: 3_600,
        cost,
      }),
    forgetResponses: idempotency.forget,
    importFiles: createImportFiles(fileFolder, log),
    studies: createStudyImporter({ baseUrl: config.studyProgress.url, internalKey }),
    studyExporter: createStudyExporter({ baseUrl: config.studyProgress.url, internalKey }),
    paymentReader: createPaymentReader({ baseUrl: config.billing.url, internalKey }),
    exportWriter: createExportWriter(join(fileFolder, exportFolder)),
    keptImportBytes: config.imports.bytes,
    archiveLimits: overrides.archiveLimits ?? archiveLimits,
    wakeImport: (key) => imports.runner.wake(importKeyOf(key)),
    newImportId: uuidV7,
    isUnavailable,
    pause: pauseUntil,
    now,
  });
  const imports = createImportJobs(useCases, foundation, overrides);

  return assembleService(foundation, {
    identity: overrides.identity ?? createIdentity({ authUrl: config.auth.url, internalKey, log }),
    routes: routes(useCases),
    deletion: userDeletion(connection, idempotency, mediaFiles),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers(useCases, idempotency),
    buildContext: contextOf(useCases, now),
    listeners: listeners({ ...useCases, within }),
    counters: [ended],
    jobs: [
      createJob({ name: 'remove-unused-media', everyMs: dayMs, run: useCases.removeUnusedMedia, log, now }),
      imports.runner,
      ...imports.jobs,
    ],
  });
}
