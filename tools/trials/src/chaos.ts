import { check, endTrial, pause } from './checks.ts';
import { pidOf, startProduct, withoutLimits, type Product } from './product.ts';
import { withStores, type Stores } from './stores.ts';
import { checkStudents, newStudent, study, sumOf } from './student.ts';

/**
 * Kills the application, the stores and both with SIGKILL while learners answer, make decks and add cards,
 * and compares what was acknowledged with what is there: nothing lost, nothing twice, nothing out of order.
 */
const learners = 4;
type Victim = 'application' | 'stores';
const kills: { atSeconds: number; victims: Victim[] }[] = [
  { atSeconds: 4, victims: ['application'] },
  { atSeconds: 11, victims: ['stores'] },
  { atSeconds: 19, victims: ['application', 'stores'] },
  { atSeconds: 27, victims: ['application'] },
  { atSeconds: 33, victims: ['stores', 'application'] },
];
const runSeconds = 42;

async function kill(product: Product, stores: Stores) {
  const began = Date.now();
  for (const { atSeconds, victims } of kills) {
    await pause(began + atSeconds * 1000 - Date.now());
    if (victims.includes('stores')) stores.kill(product);
    if (victims.includes('application')) process.kill(pidOf(product, 'application'), 'SIGKILL');
    console.log(`       killed ${victims.join(' and ')} after ${atSeconds} s`);
  }
}

async function studyUnderKills(stores: Stores) {
  const product = await startProduct({ env: withoutLimits });
  try {
    const students = await Promise.all(Array.from({ length: learners }, () => newStudent(product, 'chaos')));
    const until = Date.now() + runSeconds * 1000;
    const isOver = () => Date.now() > until;
    await Promise.all([kill(product, stores), ...students.map((student) => study(student, isOver))]);

    const [answers, decks, cards] = [
      sumOf(students, 'answers'),
      sumOf(students, 'decks'),
      sumOf(students, 'cards'),
    ];
    console.log(`       ${answers} answers, ${decks} decks and ${cards} cards acknowledged`);
    console.log(`       ${sumOf(students, 'sentAgain')} requests sent again`);
    check(answers > 100, 'learners could go on between the kills');
    await checkStudents(product, students);
  } finally {
    const code = await product.stop();
    check(code === 0, 'the product stopped with exit code 0');
  }
}

await withStores(studyUnderKills);
endTrial('Nothing lost, nothing twice.');
