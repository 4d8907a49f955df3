// Only this test may import the suites; the server must not depend on them.
import { mongoSuite } from '../protocol-suites/mongo/index.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import { startMongo, type MongoServer } from './index.ts';

describe('the embedded MongoDB server', () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await startMongo({ sweepMs: 300 });
  });
  afterAll(() => server.stop());
  mongoSuite({ uri: () => server.uri('suite'), expiryMs: 2000 });
});
