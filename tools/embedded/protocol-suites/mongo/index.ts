import { catalogSuite } from './catalog.ts';
import type { MongoSuiteOptions } from './context.ts';
import { indexDefinitionsSuite } from './index-definitions.ts';
import { indexUseSuite } from './index-use.ts';
import { limitsSuite } from './limits.ts';
import { queriesSuite } from './queries.ts';
import { silentResultsSuite } from './silent-results.ts';
import { transactionsSuite } from './transactions.ts';
import { writesSuite } from './writes.ts';

export type { MongoSuiteOptions } from './context.ts';

/**
 * Registers the cases that MongoDB must pass for the services, with the driver and, for hostile bytes, with a raw socket.
 * They run on the embedded server and on a real replica set alike. What filters, updates, sorts and unique indexes do is
 * compared by random commands (`tools/real-servers/mongo/differential`) instead.
 */
export function mongoSuite(options: MongoSuiteOptions): void {
  writesSuite(options);
  queriesSuite(options);
  indexDefinitionsSuite(options);
  indexUseSuite(options);
  transactionsSuite(options);
  silentResultsSuite(options);
  catalogSuite(options);
  limitsSuite(options);
}
