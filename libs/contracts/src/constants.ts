/** The database that the service alone reads and writes. */
export const databaseOf = (service: string) => `kumbuka_${service.replaceAll('-', '_')}`;

/** Numbers that the product promises; every service and the web client read them here. */
export const limits = {
  decksPerLearner: 1_000,
  cardsPerDeck: 10_000,
  /** UTF-8 bytes of the texts of a deck's cards together. */
  deckTextBytes: 4 * 1024 * 1024,
  deckTitle: 200,
  deckDescription: 2_000,
  deckSubject: 100,
  deckCategory: 100,
  cardSide: 10_000,
  searchText: 100,
  perPage: 100,
  perPageDefault: 10,
  email: 254,
  usernameLeast: 3,
  usernameMost: 50,
  passwordLeast: 6,
  /** UTF-8 bytes. */
  passwordMostBytes: 256,
  answersAtOnce: 100,
  studyQueue: 100,
  /** Minutes that one answer may take. */
  answerMinutes: 60,
  /** Days that an answer given offline may be old. */
  answerAgeDays: 30,
  /** Minutes that a client's clock may run ahead. */
  answerAheadMinutes: 5,
  weeklyGoalMost: 10_000,
  starterDecksMost: 3,
  memoryTicks: 48,
  bodyBytes: 128 * 1024,
  /** Of a study text or of generated cards, however they are escaped. */
  generationBodyBytes: 1024 * 1024,
  /** Items that one GraphQL operation can read at most: page sizes multiplied along each path. */
  operationItems: 5_000,
  /** Characters of cards that one GraphQL operation can read at most. */
  operationText: 8 * 1024 * 1024,
} as const;

/**
 * Unquoted email address with letters of any script, without characters that have a meaning in markup, headers or lists
 * of recipients.
 */
const emailPattern =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Whether a trimmed text is an email address. Compatibility characters, such as full-width letters, are refused because
 * some mail servers turn them into another address.
 */
export const isEmail = (value: string): boolean =>
  emailPattern.test(value) && value.normalize('NFKC') === value.normalize('NFC');

export const study = {
  weeklyGoalDefault: 50,
  targetDaysDefault: 3,
  xpPerSession: 10,
  /** A session that took less gives no XP: nobody sees a card, turns it and judges it faster. */
  sessionSecondsLeast: 0.5,
  /** Sessions that give XP in a day; no honest learner meets it. */
  paidSessionsPerDay: 30,
  xpPerLevel: 200,
  /** Correct answers in all after which a card counts as learned. */
  learnedAfter: 3,
  /** Predicted recall at which a card falls due. */
  desiredRetention: 0.9,
  /** The hour at which a learner's day begins. */
  dayStartHour: 4,
  timezoneDefault: 'Africa/Nairobi',
  /** Minutes after the last answer until an open session ends by itself. */
  sessionIdleMinutes: 30,
  /** Sessions that may be open at once; 30 minutes after their last answers they end, so nobody meets it by studying. */
  openSessions: 200,
  /** Seconds an answer takes until the learner's own median is known. */
  secondsPerAnswer: 20,
  /** Answers within this many seconds count as focused. */
  focusSeconds: 60,
} as const;

/** The one plan on offer. */
export const plan = {
  /** In cents of the currency. */
  amountCents: 10_000,
  currency: 'KES',
  days: 30,
  /** Days before the end at which a reminder is sent. */
  reminderDays: 3,
} as const;

/** Card counts that a learner can ask for. */
const generationCounts = [6, 8, 10, 12, 15, 20, 25, 30] as const;

export const generation = {
  /** Prompts a month for learners without a subscription. */
  promptsPerMonth: 5,
  /** Characters of a study text. */
  textLeast: 30,
  textMost: 20_000,
  counts: generationCounts,
  countDefault: 12,
  cardsMost: Math.max(...generationCounts),
  /** Characters of one side of a card. */
  cardSide: 2_000,
  callsPerMinute: 10,
  /** Seconds after which a call that waits for its cards is given up. */
  waitSeconds: 60,
  /** Where the months of the quota begin. */
  timezoneDefault: 'Africa/Nairobi',
} as const;

export const codes = {
  digits: 6,
  lifeMinutes: 10,
  tries: 5,
  perHour: 10,
  resendSeconds: 30,
} as const;

export const access = {
  /** Hours that an access token lives. */
  tokenHours: 12,
  /** Days that a session can be refreshed, counted from sign-in. */
  sessionDays: 30,
  /** Minutes that a revocation is kept after the last token that it refuses has expired. */
  revocationMarginMinutes: 60,
  issuer: 'kumbuka-auth',
  audience: 'kumbuka',
} as const;

/** What operators may ask for at once. */
export const operators = {
  /** By which somebody shows the admin key. */
  keyHeader: 'x-admin-key',
  deletedAtOnce: 10_000,
  /** A list of so many addresses needs more than the usual body. */
  deletionBytes: 4 * 1024 * 1024,
  listed: 1_000,
  listedDefault: 20,
  /** Users that a list can pass over. */
  offsetMost: 1_000_000_000,
  /** Minutes of the filter by activity: a year. */
  activeMinutesMost: 525_600,
  /** Minutes within which somebody counts as online. */
  onlineMinutesDefault: 5,
  onlineMinutesMost: 120,
  demoUsersMost: 1_000,
  demoDaysMost: 365,
  /** Milliseconds between two rows of a slow deletion. */
  sleepMsDefault: 20,
  sleepMsMost: 60_000,
  historyDays: 30,
  historyDaysMost: 366,
} as const;

/** Headers that the edge sets and only trusted processes read. */
export const internalHeaders = {
  key: 'x-kumbuka-internal-key',
  /** By which the web server proves itself to the gateway. */
  webKey: 'x-kumbuka-web-key',
  ip: 'x-kumbuka-client-address',
  requestId: 'x-request-id',
  /** On an answer: whose bearer the owner has verified. */
  userId: 'x-kumbuka-user-id',
  /** Beside it: of which session that bearer is. */
  sessionId: 'x-kumbuka-session-id',
} as const;
