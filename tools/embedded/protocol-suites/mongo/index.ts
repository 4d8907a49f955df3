import { bulkWritesSuite } from './bulk-writes.ts';
import { catalogSuite } from './catalog.ts';
import type { MongoSuiteOptions } from './context.ts';
import { documentsSuite } from './documents.ts';
import { indexDefinitionsSuite } from './index-definitions.ts';
import { indexUseSuite } from './index-use.ts';
import { limitsSuite } from './limits.ts';
import { queriesSuite } from './queries.ts';
import { silentResultsSuite } from './silent-results.ts';
import { transactionsSuite } from './transactions.ts';
import { updatesSuite } from './updates.ts';

export type { MongoSuiteOptions } from './context.ts';

/**
 * Registers what the services expect of a MongoDB server, checked through mongoose and, for hostile bytes, through a
 * bare socket. The address may be that of the embedded server or of a real replica set.
 */
export function mongoSuite(options: MongoSuiteOptions): void {
  documentsSuite(options);
  updatesSuite(options);
  bulkWritesSuite(options);
  queriesSuite(options);
  indexDefinitionsSuite(options);
  indexUseSuite(options);
  transactionsSuite(options);
  silentResultsSuite(options);
  catalogSuite(options);
  limitsSuite(options);
}
