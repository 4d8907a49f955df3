/** Entry of each `npm run <command>`. */
export const commands = {
  start: 'tools/stack/src/run/start.ts',
  test: 'tools/stack/src/develop/test.ts',
  dev: 'tools/stack/src/run/start.ts',
  check: 'tools/stack/src/develop/check.ts',
  nx: 'node_modules/nx/dist/bin/nx.js',
  e2e: 'tools/stack/src/develop/e2e.ts',
  gallery: 'tools/stack/src/develop/gallery.ts',
  generate: 'tools/codegen/src/generate.ts',
};

/** Entry of each `npm run <command> -- <name>`. */
export const families = {
  admin: {
    operator: 'tools/stack/src/operate/operator.ts',
    events: 'tools/stack/src/operate/events.ts',
    rebuild: 'tools/stack/src/operate/rebuild.ts',
    backup: 'tools/stack/src/operate/backup.ts',
    imports: 'tools/stack/src/operate/imports.ts',
  },
  suite: {
    mongo: 'tools/real-servers/mongo/run.ts',
    kafka: 'tools/real-servers/kafka/run.ts',
    services: 'tools/real-servers/services/run.ts',
  },
  trial: {
    all: 'tools/trials/src/all.ts',
    anki: 'tools/trials/src/anki/anki.ts',
    'backup-restore': 'tools/trials/src/backup/backup-restore.ts',
    capacity: 'tools/trials/src/capacity/capacity.ts',
    crashes: 'tools/trials/src/crash/crashes.ts',
    'database-faults': 'tools/trials/src/faults/database-faults.ts',
    'disk-full': 'tools/trials/src/drills/disk-full.ts',
    'idle-streams': 'apps/gateway/src/testing/idle-streams.bench.ts',
    'import-speed': 'tools/trials/src/imports/import-speed.ts',
    instances: 'tools/trials/src/instances/instances.ts',
    'longest-transaction': 'tools/trials/src/faults/longest-transaction.ts',
    'random-devices': 'tools/trials/src/offline/random-devices.ts',
    programs: 'tools/trials/src/programs/programs.ts',
    'replica-set': 'tools/trials/src/faults/replica-set.ts',
    stalls: 'tools/trials/src/drills/stalls.ts',
    upgrade: 'tools/trials/src/upgrade/upgrade.ts',
    bench: 'services/study-progress/src/testing/bench/scheduler.bench.ts',
    'py-fsrs': 'services/study-progress/src/testing/bench/py-fsrs.bench.ts',
    hostile: 'tools/trials/src/hostile/one-hostile.ts',
    directory: 'services/admin/src/testing/directory.bench.ts',
  },
};

/**
 * Entry and remaining words of a command line.
 * @param {string} command
 * @param {string[]} words
 * @returns {{ entry: string, args: string[] }}
 * @throws {Error} with the names that there are
 */
export function entryOf(command, words) {
  if (Object.hasOwn(commands, command)) return { entry: commands[command], args: words };
  if (!Object.hasOwn(families, command))
    throw new Error(`Unknown command "${command}". There are: ${names({ ...commands, ...families })}.`);
  const [name = '', ...args] = words;
  const family = families[command];
  if (Object.hasOwn(family, name)) return { entry: family[name], args };
  throw new Error(`npm run ${command} -- <name>, one of: ${names(family)}.`);
}

const names = (table) => Object.keys(table).join(', ');
