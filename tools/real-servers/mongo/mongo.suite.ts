import { mongoSuite } from '@kumbuka/embedded/protocol-suites/mongo';

const url = process.env['REAL_MONGO_URL'];
if (url === undefined) throw new Error('REAL_MONGO_URL is missing: start this by `npm run suite -- mongo`');

mongoSuite({ uri: () => url });
