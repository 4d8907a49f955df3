import { createOutbox } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/http-kit';
import { connectMongo } from '@kumbuka/service-kit';
import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { eventsOf } from './events/publishes.ts';
import { changeLearnerBy } from './store/learner-work.ts';
import { createProjectionStore } from './store/projection-store.ts';
import { createReviewStore } from './store/review-store.ts';
import { rebuildLearner } from './use-cases/rebuild-learner.ts';

/** `node src/rebuild.ts --user <id>`: makes a learner's projections again from the review log. */
const { values } = parseArgs({ options: { user: { type: 'string' } } });
const userId = Number(values.user);
if (!Number.isSafeInteger(userId) || userId < 1) {
  console.error('Usage: node src/rebuild.ts --user <id>');
  process.exit(64);
}

const config = loadConfig(process.env);
const mongo = connectMongo({ ...config.mongo, log: createLog(config.name, config.logLevel) });
await mongo.start();
const { connection } = mongo;
const changeLearner = changeLearnerBy({
  connection,
  projections: createProjectionStore(connection),
  reviews: createReviewStore(connection),
  outbox: createOutbox({ connection }),
  eventsOf: eventsOf(() => new Date()),
});
console.log(JSON.stringify({ userId, ...(await rebuildLearner({ changeLearner })(userId)) }));
await mongo.stop();
