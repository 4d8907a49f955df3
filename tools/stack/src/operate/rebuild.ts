import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readRun } from '../run/data-directory.ts';
import { environmentFor } from '../run/environment.ts';
import { arePorts, addressesOf } from '../run/addresses.ts';
import { readKeys } from '../run/keys.ts';
import { inRepository, root } from '../run/repository.ts';
import { runNode } from '../run/run.ts';
import { services, type ProcessName } from '../run/services.ts';
import { readSettings } from '../run/settings.ts';

const commandOf = (name: string) => inRepository(`services/${name}/src/rebuild.ts`);
const rebuildable = services.filter(({ name }) => existsSync(commandOf(name))).map(({ name }) => name);

const usage = `npm run admin -- rebuild <service> [--user <id>] [--swap]
compares the projections of the service with their source, and repairs them with --swap, while the service runs.
Services: ${rebuildable.join(', ')}`;

/** Environment of the service in the running product. */
function environmentOf(service: ProcessName): Record<string, string> {
  const settings = readSettings(process.env);
  const dataDir = resolve(root, settings.KUMBUKA_DATA_DIR);
  const ports = readRun(dataDir)?.ports ?? {};
  if (!arePorts(ports)) throw new Error(`Nothing runs on ${dataDir}; start the product first.`);
  return { ...environmentFor(service, addressesOf(settings, readKeys(dataDir), ports)), LOG_LEVEL: 'warn' };
}

async function run([name, ...words]: readonly string[]): Promise<number> {
  const service = rebuildable.find((each) => each === name);
  if (service === undefined) throw new Error(usage);
  return runNode([commandOf(service), ...words], { env: environmentOf(service) });
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
