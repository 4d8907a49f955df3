import { catalogSuite } from './mongo-suite-catalog.ts';
import type { MongoSuiteOptions } from './mongo-suite-context.ts';
import { documentsSuite } from './mongo-suite-documents.ts';
import { indexesSuite } from './mongo-suite-indexes.ts';
import { limitsSuite } from './mongo-suite-limits.ts';
import { queriesSuite } from './mongo-suite-queries.ts';
import { transactionsSuite } from './mongo-suite-transactions.ts';

export type { MongoSuiteOptions } from './mongo-suite-context.ts';

/**
 * Registers what the services expect of a MongoDB server, checked through mongoose and, for hostile bytes, through a
 * bare socket. The address may be that of the embedded server or of a real replica set.
 */
export function mongoSuite(options: MongoSuiteOptions): void {
  documentsSuite(options);
  queriesSuite(options);
  indexesSuite(options);
  transactionsSuite(options);
  catalogSuite(options);
  limitsSuite(options);
}
