/** Entry point of `startStoreProcess`. Its first line of output is the address of the store. */

import { startMongo } from '@kumbuka/embedded/mongo';

console.log((await startMongo({})).uri(''));
