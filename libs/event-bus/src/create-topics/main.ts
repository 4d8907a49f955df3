import { withFileVariables } from '@kumbuka/runtime';
import { createTopics } from './create-topics.ts';

await createTopics(withFileVariables(process.env));
process.exit(0);
