import { createToldAhead, createTransactions, runRebuild, type Foundation } from '@kumbuka/service-kit';
import { loadRebuildConfig } from './config.ts';
import { toEnvelope } from './events/publishes.ts';
import { createPlanReader } from './plans/plan-reader.ts';
import { createStores } from './store/stores.ts';
import { comparePlan, listPlanned, rebuildPlan } from './use-cases/rebuild-plan.ts';

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
  const ports = { ...createStores(connection), transact, billing };
  const ahead = createToldAhead(billing.list);
  return {
    name: 'plans',
    owners: () => listPlanned(ports, ahead),
    compare: comparePlan(ports, ahead),
    swap: rebuildPlan(ports),
  };
}

process.exitCode = await runRebuild(config, (foundation) => [plans(foundation)], process.argv.slice(2));
