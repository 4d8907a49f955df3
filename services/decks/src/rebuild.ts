import { createTransactions, runRebuild, type Foundation } from '@kumbuka/service-kit';
import { loadRebuildConfig } from './config.ts';
import { toEnvelope } from './events/publishes.ts';
import { createProgressReader } from './adapters/progress-reader.ts';
import { createStores } from './store/stores.ts';
import { listOwnerIds } from './use-cases/owner/list-owner-ids.ts';
import { compareOwner, rebuildOwner } from './use-cases/owner/rebuild-owner.ts';

/** `node src/rebuild.ts [--user <id>] [--swap]`: rebuilds counters, keys and progress of decks. */
const config = loadRebuildConfig(process.env);

function deckColumns(foundation: Foundation) {
  const { connection } = foundation;
  const { transact } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  });
  const progress = createProgressReader({
    baseUrl: config.studyProgress.url,
    internalKey: config.internalKey,
  });
  const ports = { ...createStores(connection), transact, progress };
  return {
    name: 'deck_columns',
    owners: () => listOwnerIds(ports),
    compare: compareOwner(ports),
    swap: rebuildOwner(ports),
  };
}

process.exitCode = await runRebuild(config, (foundation) => [deckColumns(foundation)], process.argv.slice(2));
