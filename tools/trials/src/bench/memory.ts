import { answerCards, giveDeck, newLearner } from '../product/learner.ts';
import { pause, residentMiB, show } from '../product/measure.ts';
import { startProduct, withoutLimits, type Product } from '../product/product.ts';

const restMs = 15_000;

/** Does everything that a learner does once, so that lazily loaded code is loaded. */
async function useOnce({ rest, web }: Product) {
  const learner = await newLearner(rest, 'bench');
  await answerCards(learner, await giveDeck(learner, 20));
  for (const path of ['/decks', '/dashboard', '/progress', '/user']) await learner.call('GET', path);
  await fetch(`${web}/dashboard`);
}

/** Measures the resident memory of each process after some use and a pause, with their sum. */
async function measure(words: string, args: string[]) {
  const product = await startProduct({ args, env: withoutLimits, readyWithinSeconds: 240 });
  try {
    await useOnce(product);
    await pause(restMs);
    const sizes = Object.entries(product.pids()).map(([name, pid]) => ({ name, size: residentMiB(pid) }));
    console.log(words);
    for (const { name, size } of sizes) console.log(`  ${name.padEnd(16)} ${show(size, 0).padStart(5)} MiB`);
    console.log(
      `  ${'together'.padEnd(16)} ${show(
        sizes.reduce((sum, { size }) => sum + size, 0),
        0,
      ).padStart(5)} MiB`,
    );
  } finally {
    await product.stop();
  }
}

export async function memorySuite() {
  await measure('one process (npm start)', []);
  await measure('a process for each part (npm start -- --split)', ['--split']);
}
