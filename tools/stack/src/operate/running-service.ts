import { addressVariable, type ServiceName } from '@kumbuka/contracts';
import { createAuditTrail, type AuditTrail } from '@kumbuka/http-kit';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { readRun } from '../run/data-directory.ts';
import { readKeys } from '../run/keys.ts';
import { root } from '../run/repository.ts';
import { readSettings } from '../run/settings.ts';

export interface RunningService {
  baseUrl: string;
  internalKey: string;
}

/** Returns the service set in the environment, else that of the product on the data directory; `null` without both. */
export function runningService(name: ServiceName): RunningService | null {
  const { [addressVariable(name)]: baseUrl, INTERNAL_KEY: internalKey } = process.env;
  if (baseUrl !== undefined && internalKey !== undefined) return { baseUrl, internalKey };
  const dataDir = resolve(root, readSettings(process.env).KUMBUKA_DATA_DIR);
  const port = readRun(dataDir)?.ports[name];
  if (port === undefined) return null;
  return { baseUrl: `http://127.0.0.1:${port}`, internalKey: readKeys(dataDir).internalKey };
}

/** Audit log of the running product. Every act of a command is recorded there before it happens. */
function auditOfCommands(): AuditTrail {
  const admin = runningService('admin');
  if (!admin)
    throw new Error(
      `Nothing was changed, because it cannot be recorded: start the product, or name admin by ${addressVariable('admin')} and INTERNAL_KEY.`,
    );
  const log = { warn: (_details: object, message: string) => console.error(`Warning: ${message}.`) };
  return createAuditTrail({ ...admin, log });
}

/** Entry for the audit log, with the login name of this machine as the request id. */
const commandCall = (action: string) =>
  ({ by: 'command', action, ip: '', requestId: `login ${userInfo().username}` }) as const;

/** Records an act in the audit log before and after it, with the number of affected things. */
export const recordAct = <Result>(
  action: string,
  target: string,
  work: () => Promise<Result>,
  countOf?: (result: Result) => number,
): Promise<Result> =>
  auditOfCommands().act(commandCall(action), { target }, work, (result) => ({
    target,
    ...(countOf ? { count: countOf(result) } : {}),
  }));
