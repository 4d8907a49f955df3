import { startKafka } from '@kumbuka/embedded/kafka';
import { freePort } from '@kumbuka/embedded/loopback';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBusyCores } from './busy-cores.ts';
import { check, endTrial, pause } from './checks.ts';
import { answerTo, giveDeck, newLearner } from './learner.ts';
import { startProduct, withoutLimits } from './product.ts';
import { disorder, masteryArrived, publishedReviews } from './reviews.ts';

/**
 * Kafka is away for 25 seconds (AWAY_SECONDS), longer than the retries of a request: learners go on, and everything
 * arrives afterwards, in order. For the first ten seconds all cores are busy, too: MongoDB is slow, and not taken for lost.
 */
const awaySeconds = Number(process.env['AWAY_SECONDS'] ?? 25);
const busySeconds = 10;

const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-kafka-'));
const port = await freePort();
let kafka = await startKafka({ port, dataDir });
const product = await startProduct({
  env: { KAFKA_BROKERS: `127.0.0.1:${port}`, ...withoutLimits },
});
let slowest = 0;
try {
  const learner = await newLearner(product.rest, 'away');
  const before = await giveDeck(learner, 2, 'Made before');
  await kafka.stop();
  console.log(`       Kafka is away for ${awaySeconds} s`);

  const back = Date.now() + awaySeconds * 1000;
  const signUps = checkBusyCores(product, busySeconds);
  const during = await giveDeck(learner, 5, 'Made meanwhile');
  let answers = 0;
  for (let n = 0; Date.now() < back; n++) {
    const body = answerTo(n % 2 ? before : during, n, n % 3 > 0);
    const began = Date.now();
    const { status } = await learner.call('POST', '/progress', body);
    slowest = Math.max(slowest, Date.now() - began);
    if (status !== 201) check(false, `an answer was refused with ${status} while Kafka was away`);
    answers++;
    await pause(200);
  }
  await signUps;
  check(
    answers > awaySeconds,
    `${answers} answers were taken while Kafka was away, the slowest in ${slowest} ms`,
  );
  kafka = await startKafka({ port, dataDir });
  for (const { deckId } of [before, during])
    check(await masteryArrived(learner, deckId), `the mastery of deck ${deckId} arrived with decks`);
  const events = await publishedReviews([`127.0.0.1:${port}`], answers);
  check(new Set(events.map(({ id }) => id)).size === answers, `${answers} reviews were published`);
  check(disorder(events) === 0, 'reviews of a card were published in order');
} finally {
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
  await kafka.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
endTrial();
