import { addressVariable, type ServiceName } from '@kumbuka/contracts';
import { createAuditTrail, type AuditTrail } from '@kumbuka/http-kit';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { readRun } from './data-directory.ts';
import { readKeys } from './keys.ts';
import { root } from './repository.ts';
import { readSettings } from './settings.ts';

export interface RunningService {
  baseUrl: string;
  internalKey: string;
}

/** Service that the environment names, else that of the product on the data directory; `null` when neither runs. */
export function runningService(name: ServiceName): RunningService | null {
  const { [addressVariable(name)]: baseUrl, INTERNAL_KEY: internalKey } = process.env;
  if (baseUrl !== undefined && internalKey !== undefined) return { baseUrl, internalKey };
  const dataDir = resolve(root, readSettings(process.env).KUMBUKA_DATA_DIR);
  const port = readRun(dataDir)?.ports[name];
  if (port === undefined) return null;
  return { baseUrl: `http://127.0.0.1:${port}`, internalKey: readKeys(dataDir).internalKey };
}

/** Audit log of the running product. Every act of a command is recorded there before it happens. */
export function auditOfCommands(): AuditTrail {
  const admin = runningService('admin');
  if (!admin)
    throw new Error(
      `Nothing was changed, because it cannot be recorded: start the product, or name admin by ${addressVariable('admin')} and INTERNAL_KEY.`,
    );
  return createAuditTrail({ ...admin, warn: (_error, message) => console.error(`Warning: ${message}.`) });
}

/** Call of the audit log; the login name of the machine stands in the place of a request id. */
export const commandCall = (action: string) =>
  ({ by: 'command', action, ip: '', requestId: `login ${userInfo().username}` }) as const;
