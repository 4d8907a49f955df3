import { createTransactions, runRebuild, type Foundation } from '@kumbuka/service-kit';
import { loadConfig } from './config.ts';
import { toEnvelope } from './events/publishes.ts';
import { createOwners } from './adapters/owners-client.ts';
import { createStores } from './store/stores.ts';
import {
  compareTotals,
  compareUser,
  createSnapshotsAhead,
  listAllUsers,
  rebuildTotals,
  rebuildUser,
} from './use-cases/rebuild-users.ts';

/** `node src/rebuild.ts [--user <id>] [--swap]`: rebuilds the directory from its owners, then its totals. */
const config = loadConfig(process.env);

/** Yields one row without a user, for projections that are not per user. */
async function* nobody() {
  yield 0;
}

function directory(foundation: Foundation) {
  const { connection } = foundation;
  const { transact } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  });
  const ports = { ...createStores(connection), owners: createOwners(config), transact };
  const ahead = createSnapshotsAhead(ports);
  return [
    {
      name: 'directory',
      owners: () => listAllUsers(ports, ahead),
      compare: compareUser(ports, ahead),
      swap: rebuildUser(ports),
    },
    {
      name: 'directory_totals',
      owners: nobody,
      compare: compareTotals(ports),
      swap: rebuildTotals(ports),
    },
  ];
}

process.exitCode = await runRebuild(config, directory, process.argv.slice(2));
