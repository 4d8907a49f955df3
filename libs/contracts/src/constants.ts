/** Database of a service; no other service accesses it. */
export const databaseOf = (service: string) => `kumbuka_${service.replaceAll('-', '_')}`;

/** Limits of the product, shared by services and the web client. */
export const limits = {
  decksPerLearner: 1_000,
  cardsPerDeck: 10_000,
  /** How long a deletion of a deck or of cards can be taken back. */
  restoreMinutes: 60,
  /** Cards of deleted decks that an account can take back in an hour. Each card is an event. */
  restoredCardsPerHour: 50_000,
  /** Cards that one call adds. */
  cardsPerCall: 100,
  /** UTF-8 bytes of all card texts of a deck. */
  deckTextBytes: 4 * 1024 * 1024,
  deckTitle: 200,
  deckDescription: 2_000,
  deckSubject: 100,
  deckCategory: 100,
  cardSide: 10_000,
  cardsPerNote: 100,
  tagsPerNote: 50,
  tag: 100,
  searchText: 100,
  perPage: 100,
  perPageDefault: 10,
  email: 254,
  minUsernameLength: 3,
  maxUsernameLength: 50,
  minPasswordLength: 6,
  /** UTF-8 bytes. */
  maxPasswordBytes: 256,
  answersAtOnce: 100,
  studyQueue: 100,
  /** Maximum minutes of one answer. */
  answerMinutes: 60,
  /** Maximum age in days of an answer given offline. */
  answerAgeDays: 30,
  /** Maximum minutes that a client's clock may be fast. */
  answerAheadMinutes: 5,
  /** Maximum minutes that a client's clock may be slow. */
  answerBehindMinutes: 5,
  maxWeeklyGoal: 10_000,
  /** Cards of one portion of a large deck. */
  minPortionSize: 5,
  maxPortionSize: 100,
  /** Percent of due cards that a learner may want to remember. */
  minRememberPercent: 80,
  maxRememberPercent: 97,
  /** Longest interval that a learner may set, in days. */
  minLongestInterval: 7,
  maxLongestInterval: 36_500,
  /** New cards a day, and cards a day. */
  maxCardsPerDay: 9_999,
  /** Decks with study settings of their own. */
  decksWithSettings: 200,
  maxStarterDecks: 3,
  memoryTicks: 48,
  /** Maximum bytes of a file that is imported. */
  importBytes: 250 * 1024 * 1024,
  /** Maximum bytes of the archive of an account, a `.zip`, that is imported. */
  importArchiveBytes: 1024 * 1024 * 1024,
  /** Maximum bytes of a piece of it. */
  importPieceBytes: 640 * 1024,
  /** Maximum bytes of a file that one REST request imports, within 30 s; the web client sends pieces. */
  importRequestBytes: 32 * 1024 * 1024,
  importsPerDay: 20,
  importFileName: 200,
  importColumns: 100,
  importDeckPath: 1_000,
  bodyBytes: 128 * 1024,
  /** For a study text or generated cards, in any escaping. */
  generationBodyBytes: 1024 * 1024,
  /** Maximum number of items of one GraphQL operation: page sizes multiplied along each path. */
  operationItems: 5_000,
  /** Maximum number of card characters of one GraphQL operation. */
  operationText: 8 * 1024 * 1024,
} as const;

/** What a live update says has changed; never content. */
export const liveKinds = ['decks', 'study', 'imports', 'payments', 'generations'] as const;
export type LiveKind = (typeof liveKinds)[number];

export const live = {
  /** Streams of an account in each process of the gateway; a further one ends the oldest. */
  streamsPerAccount: 8,
  heartbeatSeconds: 25,
  /** A client without a byte for this long connects again. */
  silentSeconds: 60,
  /** A client whose stream was ended by another of the account polls for this long. */
  replacedSeconds: 300,
} as const;

export const study = {
  weeklyGoalDefault: 50,
  targetDaysDefault: 3,
  /** Decks with more cards are studied in portions. */
  portionsAbove: 40,
  portionDefault: 20,
  xpPerSession: 10,
  /** Shorter sessions give no XP, because nobody can read and rate a card that fast. */
  minSessionSeconds: 0.5,
  /** Sessions per day that give XP; above what learners reach. */
  paidSessionsPerDay: 30,
  xpPerLevel: 200,
  /** Total correct answers after which a card counts as learned. */
  learnedAfter: 3,
  /** Share of answers that are wrong although the card is known; an exam's promise allows for them. */
  slips: 0.03,
  /** Times that a card was forgotten after which it is marked as one that keeps slipping. */
  slippingLapses: 6,
  /** Predicted recall at which a card falls due. */
  desiredRetention: 0.9,
  /** Hour at which a learner's study day begins. */
  dayStartHour: 4,
  timezoneDefault: 'Africa/Nairobi',
  /** Minutes after the last answer until an open session expires. */
  sessionIdleMinutes: 30,
  /** Maximum number of open sessions. They expire after 30 minutes, so studying never reaches the limit. */
  openSessions: 200,
  /** Seconds per answer until the learner's own median is known. */
  secondsPerAnswer: 20,
  /** Answers within this many seconds count as focused. */
  focusSeconds: 60,
} as const;

/** Payments by M-Pesa on the phone. */
export const mpesa = {
  /** A phone shows a request for one or two minutes; after so many it certainly cannot be paid any more. */
  openMinutes: 5,
} as const;

/** The only paid plan. */
export const plan = {
  /** In cents of the currency. */
  amountCents: 10_000,
  currency: 'KES',
  days: 30,
  /** Days before the end at which a reminder is sent. */
  reminderDays: 3,
} as const;

/** Card counts that a learner can choose. */
const generationCounts = [6, 8, 10, 12, 15, 20, 25, 30] as const;

export const generation = {
  /** Monthly prompts of learners without a subscription. */
  promptsPerMonth: 5,
  /** Characters of a study text. */
  minTextLength: 30,
  maxTextLength: 20_000,
  counts: generationCounts,
  countDefault: 12,
  maxCards: Math.max(...generationCounts),
  /** Characters of one side of a card. */
  cardSide: 2_000,
  callsPerMinute: 10,
  /** Timeout in seconds of a call that waits for its cards. */
  waitSeconds: 60,
  /** Time zone of the monthly quota. */
  timezoneDefault: 'Africa/Nairobi',
} as const;

export const codes = {
  digits: 6,
  lifeMinutes: 10,
  attempts: 5,
  perHour: 10,
  resendSeconds: 30,
} as const;

/** Sender of all mail, unless `MAIL_FROM` names another. */
export const defaultMailFrom = 'Kumbuka <no-reply@kumbuka.local>';

export const access = {
  /** Lifetime of an access token in hours. */
  tokenHours: 12,
  /** Days without use after which a session ends; its last token can be renewed until then. */
  idleDays: 30,
  /** Days after the sign-in at which a session ends. */
  sessionDays: 180,
  /** Minutes that a revocation is kept after its last token has expired. */
  revocationMarginMinutes: 60,
  issuer: 'kumbuka-auth',
  audience: 'kumbuka',
} as const;

/** Singular and plural of the kinds of rows that an erasure counts. Payments are anonymised, so they are not listed. */
export const erasedThings = {
  decks: ['deck', 'decks'],
  flashcards: ['card', 'cards'],
  progress: ['card schedule', 'card schedules'],
  reviews: ['answer', 'answers'],
  generations: ['AI generation', 'AI generations'],
  subscriptions: ['subscription', 'subscriptions'],
  sessions: ['sign-in', 'sign-ins'],
  accounts: ['account', 'accounts'],
} as const satisfies Record<string, readonly [string, string]>;

/** Text such as '3 cards' for each kind of erased rows; kinds without rows are left out. */
export const erasedInWords = (counts: readonly { kind: string; count: number }[]): string[] =>
  Object.entries(erasedThings).flatMap(([kind, [one, many]]) => {
    const count = counts.reduce((sum, each) => sum + (each.kind === kind ? each.count : 0), 0);
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });

/** Limits of operator calls. */
export const operators = {
  /** Header of the admin key. */
  keyHeader: 'x-admin-key',
  deletedAtOnce: 10_000,
  /** Maximum body size: 10,000 addresses exceed the default. */
  deletionBytes: 4 * 1024 * 1024,
  listed: 1_000,
  listedDefault: 20,
  /** Maximum offset of a list. */
  maxOffset: 1_000_000_000,
  /** Maximum minutes of the activity filter: a year. */
  maxActiveMinutes: 525_600,
  /** Minutes within which a user counts as online. */
  onlineMinutesDefault: 5,
  maxOnlineMinutes: 120,
  /**
   * Longest time between two `user-seen` events of an active user: at most one event a minute, 30 s between two requests of
   * a learner who reads a card, 15 s until the next report, and 15 s for delivery.
   */
  seenLagSeconds: 120,
  maxDemoUsers: 1_000,
  maxDemoDays: 365,
  /** Milliseconds between two rows of a slow deletion. */
  sleepMsDefault: 20,
  maxSleepMs: 60_000,
  historyDays: 30,
  maxHistoryDays: 366,
} as const;

/** Request header in which the web client names the language of its page, where the sentences of errors appear. */
export const pageLanguageHeader = 'x-page-language';

/**
 * Response header with the server's time. The web client sets its clock by it, and never by the `Date` of a response that
 * another program on the way may have written.
 */
export const serverTimeHeader = 'x-kumbuka-time';

/** Headers that the edge sets and only trusted processes read. */
export const internalHeaders = {
  key: 'x-kumbuka-internal-key',
  /** Authenticates the web server to the gateway. */
  webKey: 'x-kumbuka-web-key',
  ip: 'x-kumbuka-client-address',
  requestId: 'x-request-id',
  /** In a response: user whose bearer token the service verified. */
  userId: 'x-kumbuka-user-id',
  /** In a response: session of that bearer token. */
  sessionId: 'x-kumbuka-session-id',
} as const;
