import { addressVariable, decksInternalRoutes, type ImportsOfOperators } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import { parseArgs } from 'node:util';
import { runCommand, UsageError } from './run-command.ts';
import { runningService } from './running-service.ts';

const usage = `npm run admin -- imports [--failed] [--user <id>]
lists the latest imports with their state, size and kind of failure; never names or texts of learners.`;

const TIMEOUT_MS = 10_000;

type Run = ImportsOfOperators['imports'][number];

/** Time from the beginning to the end, or to now. */
const secondsOf = ({ createdAt, finishedAt }: Run) =>
  Math.round((Date.parse(finishedAt ?? new Date().toISOString()) - Date.parse(createdAt)) / 1_000);

const lineOf = (run: Run) =>
  [
    run.createdAt.slice(0, 19).replace('T', ' '),
    run.id,
    `user ${run.userId}`,
    run.failure === null ? run.state : `${run.state}: ${run.failure}`,
    run.format ?? 'not read',
    `${(run.bytes / 1_000_000).toFixed(1)} MB`,
    `${run.added} of ${run.cards} cards`,
    `${secondsOf(run)} s`,
  ].join('  ');

/** How often each kind of failure occurs in the list. */
function failuresIn(runs: readonly Run[]): string[] {
  const kinds = Map.groupBy(
    runs.flatMap(({ failure }) => failure ?? []),
    (failure) => failure,
  );
  return [...kinds].map(([failure, all]) => `${failure}: ${all.length}`);
}

function choiceOf(args: string[]) {
  try {
    return parseArgs({ args, options: { failed: { type: 'boolean' }, user: { type: 'string' } } }).values;
  } catch {
    throw new UsageError(usage);
  }
}

await runCommand(async (words) => {
  const { failed, user } = choiceOf(words);
  const decks = runningService('decks');
  if (!decks)
    throw new UsageError(
      `Nothing runs here. Start the product first, or name another by ${addressVariable('decks')} and INTERNAL_KEY.`,
    );
  const { imports } = await callService({ ...decks, timeoutMs: TIMEOUT_MS }).call(
    decksInternalRoutes.listImportRuns,
    { query: { failed: failed ? 'true' : 'false', user } },
  );
  if (imports.length === 0) console.log('There are no imports.');
  for (const each of imports) console.log(lineOf(each));
  const failures = failuresIn(imports);
  if (failures.length > 0) console.log(`\nFailures: ${failures.join(', ')}`);
});
