import { withFileVariables } from '@kumbuka/runtime';
import { createTopics } from './topics.ts';

await createTopics(withFileVariables(process.env));
process.exit(0);
