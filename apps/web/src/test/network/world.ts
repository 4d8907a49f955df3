import type { World } from './replies.ts';

/** Days of a list follow each other. */
const dayOf = (place: number) => `2026-01-${String(5 + place).padStart(2, '0')}`;
const subjects = ['Rivers', 'Lakes'];
const badgeKinds = ['FIRST_SESSION', 'SEVEN_DAYS'];

interface Recorded {
  input: { answers: readonly { clientEventId: string }[] };
}

/** Each outcome names the answer that it is of. */
const outcomesOf = (_place: number, { input }: Recorded) => ({
  place: 0,
  results: input.answers.map(({ clientEventId }, place) => ({ place, clientEventId })),
});

/** A learner with two decks, by the fields whose made-up values would make no sense. */
export const aLearner: World = {
  'User.username': 'asha',
  'User.email': 'asha@example.com',
  'User.studyOrder': ['1', '2'],
  'User.openSession': null,
  'LearnerStats.timezone': 'Africa/Nairobi',
  'LearnerStats.weeklyGoal': 50,
  'LearnerStats.streak': 12,
  'LearnerStats.dayStartHour': 4,
  'LearnerStats.latestStudyDay': null,
  'Badge.kind': (place: number) => badgeKinds[place],
  'Dashboard.dueCount': 9,
  'ForecastDay.date': dayOf,
  'ReviewDay.date': dayOf,
  'StatisticsDay.date': dayOf,
  'Streak.from': dayOf,
  'Streak.to': dayOf,
  'CalibrationMonth.month': '2026-03',
  'Absence.from': dayOf,
  'Absence.until': dayOf,
  'LearnerStats.clearOn': null,
  'LearnerStats.exam': null,
  'MemoryTable.today': '2026-11-30',
  'MemoryTable.weights': null,
  'Deck.frontLanguage': null,
  'Deck.backLanguage': null,
  'Flashcard.format': 'PLAIN',
  'Flashcard.kind': 'basic',
  'Deck.title': (place: number) => subjects[place] ?? `Deck ${place + 1}`,
  'CatalogEntry.title': (place: number) => `Starter ${subjects[place]}`,
  'SeededCatalog.errors': [],
  'AnswerResult.errorCode': null,
  'Mutation.recordAnswers': outcomesOf,
  'AccessToken.accessToken': () => crypto.randomUUID(),
  'LoggedIn.accessToken': () => crypto.randomUUID(),
  'PageInfo.page': 1,
  'PageInfo.totalPages': 1,
  'PageInfo.totalItems': 2,
  'LearnerSubscription.status': 'INACTIVE',
  'LearnerSubscription.currentPeriodEnd': null,
  'LearnerSubscription.pendingPayment': null,
  'LearnerSubscription.payments': { place: 0 },
  'Payment.state': 'CONFIRMED',
  'Payment.currency': 'KES',
  'Checkout.checkoutUrl': 'http://localhost/pay',
  'Generation.state': 'READY',
  'Generation.asked': 2,
  'Generation.insertions': [],
  'Generation.repeats': [],
  'Generation.shortfall': null,
  'GeneratedCard.duplicateOf': null,
  'AdminDay.date': dayOf,
};
