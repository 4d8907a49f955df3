import type { StackFacts } from './environment.ts';
import { createTopics } from './topics.ts';

const facts = JSON.parse(process.env['KUMBUKA_FACTS'] ?? '{}') as StackFacts;
await createTopics(facts);
process.exit(0);
