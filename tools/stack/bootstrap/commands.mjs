const trial = (name) => [name, `tools/trials/src/${name}.ts`];

/** Entry of each `npm run <command>`. */
export const commands = {
  start: 'tools/stack/src/start.ts',
  test: 'tools/stack/src/test.ts',
  dev: 'tools/stack/src/start.ts',
  check: 'tools/stack/src/check.ts',
  nx: 'node_modules/nx/dist/bin/nx.js',
  e2e: 'tools/stack/src/e2e.ts',
  gallery: 'tools/stack/src/gallery.ts',
  generate: 'tools/codegen/src/generate.ts',
  new: 'tools/codegen/src/new.ts',
};

/** Entry of each `npm run <command> -- <name>`. */
export const families = {
  admin: {
    operator: 'tools/stack/src/operator.ts',
    events: 'tools/stack/src/events.ts',
    rebuild: 'tools/stack/src/rebuild.ts',
    backup: 'tools/stack/src/backup.ts',
  },
  suite: {
    redis: 'tools/real-servers/redis/run.ts',
    mongo: 'tools/real-servers/mongo/run.ts',
    kafka: 'tools/real-servers/kafka/run.ts',
    services: 'tools/real-servers/services/run.ts',
  },
  trial: {
    ...Object.fromEntries(
      [
        'alert-drills',
        'backup-restore',
        'capacity',
        'crashes',
        'database-faults',
        'disk-full',
        'drills',
        'instances',
        'intruder',
        'longest-transaction',
        'programs',
        'replica-set',
        'stalls',
        'upgrade',
      ].map(trial),
    ),
    bench: 'tools/trials/src/bench/main.ts',
    hostile: 'tools/trials/src/one-hostile.ts',
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
