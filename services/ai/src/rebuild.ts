import { createTransactions, rebuildFromSource, runRebuild, type Foundation } from '@kumbuka/service-kit';
import { loadRebuildConfig } from './config.ts';
import { toEnvelope } from './events/publishes.ts';
import { createPlanReader } from './adapters/plan-reader.ts';
import { createStores } from './store/stores.ts';
import { plansOfBilling } from './use-cases/plans-of-billing.ts';

/** `node src/rebuild.ts [--user <id>] [--swap]`: makes the plans of learners again from what billing says. */
const config = loadRebuildConfig(process.env);

function plans(foundation: Foundation) {
  const { connection } = foundation;
  const { transact } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  });
  const billing = createPlanReader({ baseUrl: config.billing.url, internalKey: config.internalKey });
  return rebuildFromSource(plansOfBilling({ ...createStores(connection), transact, billing }));
}

process.exitCode = await runRebuild(config, (foundation) => [plans(foundation)], process.argv.slice(2));
