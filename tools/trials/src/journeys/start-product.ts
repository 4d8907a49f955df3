import { randomUUID } from 'node:crypto';
import { startProduct } from '../product/product.ts';
import { startStores } from '../product/stores.ts';

/** Starts one product for all journeys, unless WEB, REST, PAY and KUMBUKA_DATA_DIR name a running one. */
export default async function startForJourneys() {
  if (process.env['WEB'] && process.env['REST'] && process.env['PAY']) return;
  const stores = await startStores();
  const adminKey = randomUUID();
  const contactEmail = 'habari@kumbuka.example';
  const product = await startProduct({
    readyWithinSeconds: 240,
    env: { ADMIN_KEY: adminKey, CONTACT_EMAIL: contactEmail },
  });
  process.env['ADMIN_KEY'] = adminKey;
  process.env['CONTACT_EMAIL'] = contactEmail;
  process.env['KUMBUKA_DATA_DIR'] = product.dataDir;
  process.env['WEB'] = product.web;
  process.env['REST'] = product.rest;
  process.env['PAY'] = `http://127.0.0.1:${product.ports()['payments']}`;
  return async () => {
    const code = await product.stop();
    await stores.stop();
    if (code !== 0) throw new Error(`The product stopped with exit code ${code}.`);
  };
}
