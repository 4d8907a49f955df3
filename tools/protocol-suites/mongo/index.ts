import { catalogSuite } from './catalog.ts';
import type { MongoSuiteOptions } from './context.ts';
import { documentsSuite } from './documents.ts';
import { indexesSuite } from './indexes.ts';
import { limitsSuite } from './limits.ts';
import { queriesSuite } from './queries.ts';
import { transactionsSuite } from './transactions.ts';

export type { MongoSuiteOptions } from './context.ts';

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
