import { randomUUID } from 'node:crypto';
import { check, pause, problems } from './checks.ts';
import { giveDeck, newLearner, type DeckWithCards, type Learner } from './learner.ts';
import { startProduct, withoutLimits, type Product } from './product.ts';
import { disorder, masteryArrived, publishedReviews } from './reviews.ts';

/**
 * Kills the application and the infrastructure with SIGKILL while learners answer, and compares what was
 * acknowledged with what is there: nothing lost, nothing twice, nothing out of order.
 */
const learners = 4;
const cardsEach = 8;
const kills: { atSeconds: number; victim: 'application' | 'infrastructure' }[] = [
  { atSeconds: 4, victim: 'application' },
  { atSeconds: 11, victim: 'infrastructure' },
  { atSeconds: 19, victim: 'application' },
  { atSeconds: 25, victim: 'infrastructure' },
];
const runSeconds = 32;

interface Student {
  learner: Learner;
  deck: DeckWithCards;
  acknowledged: number;
  retried: number;
}

async function answerOnce(student: Student, cardId: number, clientEventId: string): Promise<number> {
  const body = {
    deck_id: student.deck.deckId,
    flashcard_id: cardId,
    was_correct: Math.random() < 0.8,
    time_spent: 0.1,
    client_event_id: clientEventId,
  };
  return student.learner.call('POST', '/progress', body).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Like a client: an answer without acknowledgement is sent again under the same name. */
async function answerUntilAcknowledged(student: Student, cardId: number) {
  const clientEventId = randomUUID();
  for (;;) {
    const status = await answerOnce(student, cardId, clientEventId);
    if (status === 201) return void student.acknowledged++;
    if (status !== 0 && status < 500) throw new Error(`An answer was refused with ${status}.`);
    student.retried++;
    await pause(150);
  }
}

async function study(student: Student, until: number) {
  for (let n = 0; Date.now() < until; n++) {
    await answerUntilAcknowledged(student, student.deck.cardIds[n % cardsEach]!);
    await pause(15);
  }
}

async function kill(product: Product) {
  const began = Date.now();
  for (const { atSeconds, victim } of kills) {
    await pause(began + atSeconds * 1000 - Date.now());
    const pid = product.pids()[victim];
    if (pid === undefined) throw new Error(`There is no process ${victim}.`);
    process.kill(pid, 'SIGKILL');
    console.log(`       killed the ${victim} after ${atSeconds} s`);
  }
}

async function storedAnswers({ learner }: Student): Promise<number> {
  const { body } = await learner.call<
    { study_count: number; correct_attempts: number; incorrect_attempts: number }[]
  >('GET', '/progress');
  const unequal = body.filter((row) => row.study_count !== row.correct_attempts + row.incorrect_attempts);
  check(unequal.length === 0, `learner ${learner.id}: every count is the sum of right and wrong answers`);
  return body.reduce((sum, { study_count }) => sum + study_count, 0);
}

const product = await startProduct({ env: withoutLimits });
try {
  const students: Student[] = [];
  for (let n = 0; n < learners; n++) {
    const learner = await newLearner(product.rest, 'chaos');
    students.push({ learner, deck: await giveDeck(learner, cardsEach), acknowledged: 0, retried: 0 });
  }
  const until = Date.now() + runSeconds * 1000;
  await Promise.all([kill(product), ...students.map((student) => study(student, until))]);

  const acknowledged = students.reduce((sum, student) => sum + student.acknowledged, 0);
  const retried = students.reduce((sum, student) => sum + student.retried, 0);
  console.log(`       ${acknowledged} answers acknowledged, ${retried} sent again`);
  check(acknowledged > 100, 'learners could go on answering between the kills');
  for (const student of students) {
    const stored = await storedAnswers(student);
    check(
      stored === student.acknowledged,
      `learner ${student.learner.id}: ${student.acknowledged} acknowledged, ${stored} stored`,
    );
    check(
      await masteryArrived(student.learner, student.deck.deckId),
      `learner ${student.learner.id}: the mastery of the deck arrived with decks`,
    );
  }
  const events = await publishedReviews([`127.0.0.1:${product.ports()['kafka']}`], acknowledged);
  const distinct = new Set(events.map(({ id }) => id)).size;
  check(distinct === acknowledged, `${distinct} reviews published for ${acknowledged} answers`);
  check(disorder(events) === 0, 'reviews of a card were published in order');
} finally {
  const code = await product.stop();
  check(code === 0, 'the product stopped with exit code 0');
}
console.log(`\n${problems.length === 0 ? 'Nothing lost, nothing twice.' : `${problems.length} problems.`}`);
process.exit(problems.length === 0 ? 0 : 1);
