import { kafkaBroker } from '@kumbuka/embedded/addresses';
import { randomUUID } from 'node:crypto';
import { check, pause } from './checks.ts';
import {
  queryGraphQL,
  countOf,
  deckNamed,
  giveDeck,
  namedAnswerTo,
  newLearner,
  type ApiResponse,
  type DeckWithCards,
  type Learner,
} from './learner.ts';
import { portOf, type Product } from './product.ts';
import { countOutOfOrder, masteryArrived, publishedReviews } from './reviews.ts';

/** Learner who answers, makes decks by REST, adds cards by GraphQL, and counts the acknowledged writes. */
export interface Student {
  learner: Learner;
  graphql: string;
  deck: DeckWithCards;
  /** Deck of the cards that the trial adds. */
  growing: DeckWithCards;
  answers: number;
  decks: number;
  cards: number;
  retries: number;
  /** Maximum attempts of one request. */
  maxAttempts: number;
  /** Reasons of retries. */
  rejections: string[];
  /** Outcomes of writes. */
  calls: Call[];
}

export interface Call {
  /** 0: no response. */
  status: number;
  ms: number;
  /** Whether the response says when to retry. */
  hasRetryAfter: boolean;
}

const cardsEach = 8;

export async function newStudent(
  { rest, graphql }: Pick<Product, 'rest' | 'graphql'>,
  name: string,
): Promise<Student> {
  const learner = await newLearner(rest, name);
  const deck = await giveDeck(learner, cardsEach);
  const growing = await giveDeck(learner, 0, 'Grows');
  const begun = { answers: 0, decks: 0, cards: 0, retries: 0, maxAttempts: 1, rejections: [], calls: [] };
  return { learner, graphql, deck, growing, ...begun };
}

const saysWhenToRetry = ({ headers, body }: ApiResponse<unknown>) =>
  headers.has('retry-after') || JSON.stringify(body).includes('"retryAfterSeconds"');

/** Sends a request. Returns its outcome and its response, `null` without one. */
export async function timed<Got extends ApiResponse<unknown>>(send: () => Promise<Got>) {
  const began = performance.now();
  const response = await send().catch(() => null);
  const ms = performance.now() - began;
  const call: Call = {
    status: response?.status ?? 0,
    ms,
    hasRetryAfter: response !== null && saysWhenToRetry(response),
  };
  return { response, call };
}

/** Retries a request with the same id, like a client, after no response or a 5xx. */
async function untilAcknowledged(student: Student, send: () => Promise<ApiResponse<unknown>>) {
  for (let attempts = 1; ; attempts++) {
    student.maxAttempts = Math.max(student.maxAttempts, attempts);
    const { response, call } = await timed(send);
    student.calls.push(call);
    if (response && response.status < 300) return;
    if (response && response.status < 500 && response.status !== 409)
      throw new Error(`Rejected with ${response.status}: ${JSON.stringify(response.body)}`);
    student.retries += 1;
    student.rejections.push(response ? `${response.status} ${JSON.stringify(response.body)}` : 'no response');
    await pause(150);
  }
}

async function answer(student: Student, n: number) {
  const body = namedAnswerTo(student.deck, n, n % 5 > 0);
  await untilAcknowledged(student, () => student.learner.call('POST', '/progress', body));
  student.answers += 1;
}

async function makeDeck(student: Student, n: number) {
  const key = { 'idempotency-key': randomUUID() };
  await untilAcknowledged(student, () => student.learner.call('POST', '/decks', deckNamed(`Made ${n}`), key));
  student.decks += 1;
}

const addFlashcard = 'mutation ($input: AddFlashcardInput!) { addFlashcard(input: $input) { id } }';

async function addCard(student: Student, n: number) {
  const input = { deckId: String(student.growing.deckId), frontText: `Question ${n}`, backText: 'Answer' };
  const key = { 'idempotency-key': randomUUID() };
  await untilAcknowledged(student, () =>
    queryGraphQL(student.graphql, student.learner, addFlashcard, { input }, key),
  );
  student.cards += 1;
}

const phoneOf = ({ learner }: Student) => `722${String(learner.id % 1_000_000).padStart(6, '0')}`;
const requestStkPush = 'mutation ($phone: String!) { requestStkPush(input: { phone: $phone }) { id } }';

/** Requests one prompt, with retries under one key like a client without a response. */
export async function requestPrompt(student: Student) {
  const key = { 'idempotency-key': randomUUID() };
  const variables = { phone: `0${phoneOf(student)}` };
  await untilAcknowledged(student, () =>
    queryGraphQL(student.graphql, student.learner, requestStkPush, variables, key),
  );
}

const actions = [answer, answer, makeDeck, answer, answer, addCard];

/** Repeats the actions of a learner until `isOver`. */
export async function study(student: Student, isOver: () => boolean, betweenMs = 15) {
  for (let n = 0; !isOver(); n++) {
    await actions[n % actions.length]?.(student, n);
    await pause(betweenMs);
  }
}

async function checkAnswers({ learner, answers }: Student) {
  type Row = { study_count: number; correct_attempts: number; incorrect_attempts: number };
  const { body } = await learner.call<Row[]>('GET', '/progress');
  const unequal = body.filter((row) => row.study_count !== row.correct_attempts + row.incorrect_attempts);
  check(unequal.length === 0, `learner ${learner.id}: every count is the sum of right and wrong answers`);
  const stored = body.reduce((sum, { study_count }) => sum + study_count, 0);
  check(stored === answers, `learner ${learner.id}: ${answers} answers acknowledged, ${stored} stored`);
}

async function checkDecksAndCards(student: Student) {
  const { learner, decks, cards, growing } = student;
  const madeDecks = (await countOf(learner, '/decks')) - 2;
  check(madeDecks === decks, `learner ${learner.id}: ${decks} decks acknowledged, ${madeDecks} made`);
  const madeCards = await countOf(learner, `/flashcards?deck_id=${growing.deckId}`);
  check(madeCards === cards, `learner ${learner.id}: ${cards} cards acknowledged, ${madeCards} made`);
}

/** Checks that no write is lost, duplicated or out of order. */
export async function checkStudents(product: Pick<Product, 'ports'>, students: readonly Student[]) {
  for (const student of students) {
    await checkAnswers(student);
    await checkDecksAndCards(student);
    const arrived = await masteryArrived(student.learner, student.deck.deckId);
    check(arrived, `learner ${student.learner.id}: the mastery of the deck arrived in decks`);
  }
  const answers = students.reduce((sum, student) => sum + student.answers, 0);
  const userIds = new Set(students.map(({ learner }) => learner.id));
  const events = await publishedReviews([kafkaBroker(portOf(product, 'kafka'))], answers, userIds);
  const distinct = new Set(events.map(({ id }) => id)).size;
  check(distinct === answers, `${distinct} reviews published for ${answers} answers`);
  check(countOutOfOrder(events) === 0, 'reviews of a card were published in order');
}

/** Checks on the local provider's page, which lists all prompts, that no phone got a second one. */
export async function checkPrompts(product: Pick<Product, 'ports'>, students: readonly Student[]) {
  const page = await (await fetch(`http://127.0.0.1:${portOf(product, 'payments')}/`)).text();
  const counts = students.map((student) => page.split(`Prompt on 254${phoneOf(student)}`).length - 1);
  check(Math.max(...counts) <= 1, `no phone got a second prompt: ${counts.join(', ')}`);
}

export const sumOf = (students: readonly Student[], what: 'answers' | 'decks' | 'cards' | 'retries') =>
  students.reduce((sum, student) => sum + student[what], 0);
