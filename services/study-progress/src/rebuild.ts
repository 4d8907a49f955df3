import { createFoundation, runRebuild } from '@kumbuka/service-kit';
import { loadConfig } from './config.ts';
import { toEnvelope } from './events/publishes.ts';
import { createOwnershipList } from './ownership/ownership-list.ts';
import { createStores } from './store/stores.ts';
import { createStudyTransactions } from './store/transactions.ts';
import { listLearners } from './use-cases/list-learners.ts';
import { compareLearner, rebuildLearner } from './use-cases/rebuild-learner.ts';

/** `node src/rebuild.ts [--user <id>] [--swap]`: makes the projections again from the log, the settings and decks. */
const config = loadConfig(process.env);
const foundation = createFoundation(config, {}, { isPatient: true });
const ownerships = createOwnershipList({ baseUrl: config.decks.url, internalKey: config.internalKey });
const ports = {
  ...createStores(foundation.connection),
  ...createStudyTransactions({ ...foundation, toEnvelope }),
  now: foundation.now,
  ownerships,
};

process.exitCode = await runRebuild(
  foundation,
  [
    {
      name: 'projections',
      owners: () => listLearners(ports),
      compare: compareLearner(ports),
      swap: rebuildLearner(ports),
    },
  ],
  process.argv.slice(2),
);
