import { createFoundation } from '@kumbuka/service-kit';
import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { toEnvelope } from './events/publishes.ts';
import { createStudyTransactions } from './store/transactions.ts';
import { rebuildLearner } from './use-cases/rebuild-learner.ts';

/** `node src/rebuild.ts --user <id>`: makes a learner's projections again from the review log. */
const { values } = parseArgs({ options: { user: { type: 'string' } } });
const userId = Number(values.user);
if (!Number.isSafeInteger(userId) || userId < 1) {
  console.error('Usage: node src/rebuild.ts --user <id>');
  process.exit(64);
}

const foundation = createFoundation(loadConfig(process.env));
const { mongo, now } = foundation;
await mongo.start();
const { transact } = createStudyTransactions({ ...foundation, toEnvelope });
console.log(JSON.stringify({ userId, ...(await rebuildLearner({ transact, now })(userId)) }));
await mongo.stop();
