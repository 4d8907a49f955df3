import type { StackFacts } from './environment.ts';
import { createTopics } from './topics.ts';

const facts = JSON.parse(process.env['KUMBUKA_FACTS'] ?? '{}') as StackFacts;
await createTopics(facts.infrastructure.kafkaBrokers, facts.logLevel);
process.exit(0);
