import { Console } from 'node:console';
import { readFileSync, writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { effectOfWeights, fitOwnWeights, type CardReviews, type Rating } from '@kumbuka/schedule';
import type { FitTask, FittedWeights } from '../../use-cases/ports.ts';
import { loadEngine, type EngineChoice } from './engines.ts';

/** Input of the process, in JSON on its standard input. */
export interface ProcessTask extends FitTask {
  engine: EngineChoice;
}

const print = (result: FittedWeights) => {
  let rest = Buffer.from(JSON.stringify(result));
  while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
};

async function run({ history, present, engine, ...input }: ProcessTask): Promise<FittedWeights> {
  const reviews = history.map(({ days, ratings }): CardReviews =>
    days.map((day, at) => ({ day, rating: ratings[at] as Rating })),
  );
  const found = await fitOwnWeights(reviews, present, await loadEngine(engine));
  return { ...found, effect: found.weights && effectOfWeights(input, present, found.weights) };
}

// WebAssembly reports its progress to the console; the standard output carries the result alone.
globalThis.console = new Console(process.stderr);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
print(await run(JSON.parse(readFileSync(0, 'utf8')) as ProcessTask));
process.exit();
