import { isBrokenConnection, isStoreLost } from '@kumbuka/event-bus';
import type { Connection } from 'mongoose';
import { repeatWhile } from './repeat-while.ts';

/** Runs work that recognises its own repeats, and repeats it after its connection to MongoDB broke. */
export const repeatWhenBroken = <Result>(
  connection: Connection,
  work: () => Promise<Result>,
): Promise<Result> => repeatWhile((error) => isBrokenConnection(error) && !isStoreLost(connection), work);
