/** Server process for the crash tests. It kills itself before the reply to the command in `CRASH_BEFORE`. */

import { EJSON } from 'bson';
import { startServer } from '../server.ts';

const crashBefore = process.env.CRASH_BEFORE;

const server = await startServer(
  { dataDir: process.env.DATA_DIR!, port: Number(process.env.PORT), log: (line) => console.error(line) },
  {
    beforeReply: ({ command, sequences }) => {
      if (crashBefore === undefined) return;
      const text = EJSON.stringify([command, [...sequences.values()].flat().map((bytes) => String(bytes))]);
      if (Object.keys(command)[0] === crashBefore || text.includes(crashBefore))
        process.kill(process.pid, 'SIGKILL');
    },
  },
);
console.log(`ready ${server.port}`);
