import { mongo } from 'mongoose';

/** Fault of a command; see `failCommand` in MongoDB's list of fail points. */
export interface Fault {
  name: string;
  data: Record<string, unknown>;
}

const byCode = (name: string, errorCode: number, ...errorLabels: string[]): Fault => ({
  name,
  data: errorLabels.length > 0 ? { errorCode, errorLabels } : { errorCode },
});

/** The server adds its usual labels to these codes unless some are specified. */
export const faults: readonly Fault[] = [
  { name: 'a delay', data: { blockConnection: true, blockTimeMS: 200 } },
  { name: 'a closed connection', data: { closeConnection: true } },
  byCode('NotWritablePrimary', 10_107),
  byCode('InterruptedAtShutdown', 11_600),
  byCode('ExceededTimeLimit', 262),
  byCode('WriteConflict', 112),
  byCode('TransientTransactionError', 251, 'TransientTransactionError'),
  byCode('UnknownTransactionCommitResult', 91, 'UnknownTransactionCommitResult'),
  {
    // The server runs the command, but its acknowledgement fails.
    name: 'a lost acknowledgement',
    data: {
      writeConcernError: { code: 91, errmsg: 'shutdown', errorLabels: ['RetryableWriteError'] },
    },
  },
];

/** Whether a fault applies to a command. Reads have no acknowledgement. */
export const appliesTo = ({ data }: Fault, command: string): boolean =>
  !('writeConcernError' in data && (command === 'find' || command === 'aggregate'));

/** Commands that the services send. */
export const commands = [
  'find',
  'aggregate',
  'insert',
  'update',
  'findAndModify',
  'delete',
  'commitTransaction',
] as const;
export type Command = (typeof commands)[number];

/** Makes commands of a service fail while `work` runs. Resolves with the number of injected faults. */
export async function withFault(
  client: mongo.MongoClient,
  fault: Fault,
  { appName, command, times }: { appName: string; command: string; times: number },
  work: () => Promise<void>,
): Promise<number> {
  const admin = client.db('admin');
  const data = { failCommands: [command], appName, ...fault.data };
  const before = await admin.command({ configureFailPoint: 'failCommand', mode: { times }, data });
  const off = () => admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
  await work().catch(async (error: unknown) => {
    await off();
    throw error;
  });
  return Number((await off())['count']) - Number(before['count']);
}
