/**
 * Upgrades services one by one under load to a build in which decks publishes version 3 of the event of a new card:
 * consumers first, then the publisher, which is rolled back and upgraded again. Checks that no request fails, and that no
 * event is lost, duplicated or dead. Then upgrades in the wrong order, which is detected and repaired by a replay.
 */

import { cardAdded, type ServiceName } from '@kumbuka/contracts';
import { rmSync } from 'node:fs';
import { check, endTrial, pause, problems } from '../product/checks.ts';
import { countOutOfOrder, publishedEvents } from '../product/reviews.ts';
import { checkStudents, newStudent, study, sumOf, type Student } from '../product/student.ts';
import { startInstallation, type Installation } from './installation.ts';
import { documentedVersions, makeNewBuild } from './new-build.ts';
import { openReaders, readers } from './readers.ts';

const learners = 4;
const cardsBefore = 8;
const between = Number(process.env['SECONDS_BETWEEN'] ?? 2) * 1_000;
const oldBuild = new URL('../../../../', import.meta.url).pathname;

function checkRequests(students: readonly Student[], moment: string) {
  const retries = sumOf(students, 'retries');
  const done = sumOf(students, 'answers') + sumOf(students, 'decks') + sumOf(students, 'cards');
  check(retries === 0, `${moment}: ${done} requests, ${retries} of them failed`);
}

async function checkEvents(site: Installation, students: readonly Student[]) {
  const made = sumOf(students, 'cards') + cardsBefore * students.length;
  const events = await publishedEvents(site.brokers, cardAdded, made);
  const distinct = new Map(events.map((event) => [event.id, event]));
  const count = (version: number) =>
    [...distinct.values()].filter((event) => event.version === version).length;
  check(distinct.size === made, `${made} cards were made, ${distinct.size} published`);
  check(count(2) > 0 && count(3) > 0, `${count(2)} by version 2, ${count(3)} by version 3`);
  check(countOutOfOrder(events) === 0, 'the events of each card are in order');
}

const began = Date.now();
const newBuild = makeNewBuild();
check(
  documentedVersions(newBuild).join() === '2,3',
  'the new build keeps version 2 beside version 3, and AsyncAPI names both',
);
const site = await startInstallation(oldBuild);
const eventReaders = await openReaders(site);
try {
  const students = await Promise.all(Array.from({ length: learners }, () => newStudent(site, 'upgrade')));
  let isOver = false;
  const studying = Promise.all(students.map((student) => study(student, () => isOver)));
  studying.catch(() => undefined);

  const move = async (name: ServiceName, build: string, words: string) => {
    await pause(between);
    const code = await site.move(name, build);
    check(code === 0, `${name} ${words}: the former process exited with ${code}`);
    checkRequests(students, `${name} ${words}`);
  };
  for (const name of readers) await move(name, newBuild, 'is upgraded');
  await move('decks', newBuild, 'is upgraded');
  await move('decks', oldBuild, 'is rolled back');
  await move('decks', newBuild, 'is upgraded again');
  await pause(between);
  check((await eventReaders.countDeadLetters()) === 0, 'no event became a dead letter');

  await move('study-progress', oldBuild, 'is rolled back before its writer');
  await pause(between);
  const early = await eventReaders.countDeadLetters();
  check(early > 0, `the wrong order is detected: ${early} events of version 3 are dead letters`);
  await move('study-progress', newBuild, 'is upgraded again');
  isOver = true;
  await studying;
  checkRequests(students, 'in all');
  await pause(1_000);
  const late = await eventReaders.countDeadLetters();
  const { sent, kept } = await eventReaders.replay();
  check(sent === late && kept === 0, `${sent} dead letters of ${late} were published again`);

  await eventReaders.checkCards(students, cardsBefore);
  check(
    (await eventReaders.countDeadLetters()) === 0 && (await eventReaders.countParked()) === 0,
    'there are no dead letters and no parked events',
  );
  await checkEvents(site, students);
  await checkStudents({ ports: () => ({ kafka: Number(site.brokers[0]?.split(':')[1]) }) }, students);
  console.log(
    `       ${sumOf(students, 'answers')} answers, ${sumOf(students, 'decks')} decks, ${sumOf(students, 'cards')} cards`,
  );
} finally {
  if (problems.length > 0) console.log(site.errors().slice(0, 30).join('\n'));
  await eventReaders.close();
  const failed = await site.stop();
  check(failed.length === 0, `every process exited with 0${failed.map((each) => `, but ${each}`).join('')}`);
  rmSync(newBuild, { recursive: true, force: true });
}
console.log(`       ${Math.round((Date.now() - began) / 1_000)} s`);
endTrial();
