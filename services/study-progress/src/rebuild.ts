import { runRebuild, type Foundation } from '@kumbuka/service-kit';
import { loadConfig } from './config.ts';
import { toEnvelope } from './events/publishes.ts';
import { createOwnershipList } from './adapters/ownership-list.ts';
import { createStores } from './store/stores.ts';
import { createStudyTransactions } from './store/transactions.ts';
import { listLearners } from './use-cases/learner/list-learners.ts';
import { compareLearner, rebuildLearner } from './use-cases/learner/rebuild-learner.ts';

/**
 * `node src/rebuild.ts [--user <id>] [--swap]`: rebuilds the projections from the log, the settings and the
 * decks service.
 */
const config = loadConfig(process.env);

function projections(foundation: Foundation) {
  const ports = {
    ...createStores(foundation.connection),
    ...createStudyTransactions({ ...foundation, toEnvelope }),
    now: foundation.now,
    ownerships: createOwnershipList({ baseUrl: config.decks.url, internalKey: config.internalKey }),
  };
  return {
    name: 'projections',
    owners: () => listLearners(ports),
    compare: compareLearner(ports),
    swap: rebuildLearner(ports),
  };
}

process.exitCode = await runRebuild(config, (foundation) => [projections(foundation)], process.argv.slice(2));
