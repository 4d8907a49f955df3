import { mongodPath, startRealMongo, ToolMissing } from '@kumbuka/real-servers/mongo';
import { adminKey } from '../../operators/operator.ts';
import { mongoUriOf, startProduct, withoutLimits } from '../../product/product.ts';
import { writeFileSync } from 'node:fs';
import { startBroker } from './broker.ts';
import { catchingUpRows } from './catching-up-rows.ts';
import { deletionRow } from './deletion-row.ts';
import { pageOf, tableOf } from './page.ts';
import { restRows, type Size } from './rest-rows.ts';
import type { Row } from './row.ts';

const PAGE = new URL('../../../../../docs/performance.md', import.meta.url);

const sizes: Size & { accounts: number; answers: number } = {
  rounds: Number(process.env['BENCH_ROUNDS'] ?? 5),
  seconds: Number(process.env['BENCH_SECONDS'] ?? 2),
  accounts: Number(process.env['BENCH_ACCOUNTS'] ?? 1_000),
  answers: Number(process.env['BENCH_ANSWERS'] ?? 2_000),
};

/** Measures the product on one MongoDB; the other stores are embedded. */
async function measure(realUri?: string): Promise<Row[]> {
  const broker = await startBroker();
  const env = {
    ...withoutLimits,
    ADMIN_KEY: adminKey,
    KAFKA_BROKERS: broker.addresses.join(','),
    ...(realUri === undefined ? {} : { MONGO_URL: realUri }),
  };
  const product = await startProduct({ env });
  try {
    const mongoUri = realUri ?? mongoUriOf(product);
    return [
      ...(await restRows(product, mongoUri, sizes)),
      ...(await catchingUpRows(product, { mongoUri, broker }, sizes.answers)),
      await deletionRow(product, sizes.accounts),
    ];
  } finally {
    await product.stop();
    await broker.end();
  }
}

/** Measures a real MongoDB; `null` on a machine without one. */
async function measureReal(): Promise<Row[] | null> {
  try {
    const server = await startRealMongo(mongodPath());
    return await measure(server.uri('')).finally(() => server.stop());
  } catch (error) {
    if (!(error instanceof ToolMissing)) throw error;
    console.log('NOT RUN: the rows on a real MongoDB: no server is available on this machine');
    return null;
  }
}

/** Prints the same rows on the embedded and on a real MongoDB. `BENCH_PAGE=1` also writes docs/performance.md. */
export async function storesSuite() {
  const embedded = await measure();
  const real = await measureReal();
  console.log(tableOf({ embedded, real, ...sizes }));
  if (real && process.env['BENCH_PAGE']) writeFileSync(PAGE, pageOf({ embedded, real, ...sizes }));
}
