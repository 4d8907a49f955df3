import { eraseLearner } from './erase-learner.ts';
import { failAbandoned } from './fail-abandoned.ts';
import { generateAndWait, generateCards } from './generate-cards.ts';
import { insertGeneratedCards } from './insert-generated-cards.ts';
import { listUsage, readUsage } from './list-usage.ts';
import type { Ports } from './ports.ts';
import { readCosts } from './read-costs.ts';
import { listGenerations, listUses, openGenerations, readGeneration } from './read-generations.ts';
import { readQuota } from './read-quota.ts';

/** Use-cases of ai, shared by REST, GraphQL, events and jobs. */
export const createUseCases = (ports: Ports) => ({
  readQuota: readQuota(ports),
  listGenerations: listGenerations(ports),
  openGenerations: openGenerations(ports),
  listUses: listUses(ports),
  readGeneration: readGeneration(ports),
  generateCards: generateCards(ports),
  generateAndWait: generateAndWait(ports),
  insertGeneratedCards: insertGeneratedCards(ports),
  readCosts: readCosts(ports),
  failAbandoned: failAbandoned(ports),
  eraseLearner: eraseLearner(ports),
  listUsage: listUsage(ports),
  readUsage: readUsage(ports),
});
export type UseCases = ReturnType<typeof createUseCases>;
