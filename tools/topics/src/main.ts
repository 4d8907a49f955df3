import { withFileVariables } from '@kumbuka/http-kit';
import { createTopics } from './topics.ts';

await createTopics(withFileVariables(process.env));
process.exit(0);
