import { createTransactions, rebuildFromSource, runRebuild, type Foundation } from '@kumbuka/service-kit';
import { loadRebuildConfig } from './config.ts';
import { toEnvelope } from './events/publishes.ts';
import { createStores } from './store/stores.ts';
import { createUsageReader } from './adapters/usage-reader.ts';
import { usageOfAi } from './use-cases/plan/usage-of-ai.ts';

/** `node src/rebuild.ts [--user <id>] [--swap]`: rebuilds the monthly prompts of each learner from ai. */
const config = loadRebuildConfig(process.env);

function usage(foundation: Foundation) {
  const { connection } = foundation;
  const { transact } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  });
  const ai = createUsageReader({ baseUrl: config.ai.url, internalKey: config.internalKey });
  return rebuildFromSource(usageOfAi({ ...createStores(connection), transact, ai }));
}

process.exitCode = await runRebuild(config, (foundation) => [usage(foundation)], process.argv.slice(2));
