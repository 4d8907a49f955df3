import { republishedPrefix } from '@kumbuka/contracts';
import { runCommand, UsageError } from './run-command.ts';
import { discard, replay, showDeadLetters, unpark } from './events/dead-letters.ts';
import { publishStateOf } from './events/republish-command.ts';
import { republishable } from './events/republish.ts';
import { showLag, tail } from './events/watch.ts';

const usage = `npm run admin -- events lag                             unprocessed events by service and topic, and parked aggregates
npm run admin -- events tail [service] [--from <time>]  prints events as they arrive; with --from also earlier ones:
                                                        beginning, or a time such as 2026-03-01T12:00:00Z
npm run admin -- events dlt [service]                   lists the dead letters of the service's topic, or of all
npm run admin -- events unpark <service> [aggregate]    lets the service process events of the aggregate (type:id) again
npm run admin -- events replay <service> [id]           publishes one dead letter of the service's topic again, or all
npm run admin -- events discard <service> <id>          discards a dead letter, which is kept for 90 days
npm run admin -- events republish --service <service> --to ${republishedPrefix}<name>
                                                        publishes the current state of a service as events, for a
                                                        consumer that starts late: ${republishable.join(', ')}`;

const commands = new Map<string, (words: string[]) => Promise<void>>([
  ['lag', showLag],
  ['tail', tail],
  ['dlt', showDeadLetters],
  ['unpark', unpark],
  ['replay', replay],
  ['discard', discard],
  ['republish', publishStateOf],
]);

await runCommand(async ([name = '', ...words]) => {
  const command = commands.get(name);
  if (!command) throw new UsageError(usage);
  await command(words);
});
