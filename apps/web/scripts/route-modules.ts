const account = ['src/app/account-layout.tsx'];
const visitor = [...account, 'src/app/guards.tsx'];
const learner = [...account, 'src/app/signed-in-layout.tsx'];

/** Route -> modules that it loads, besides `index.html`, before it can be used. */
export const routeModules = {
  '/signup/end': [...visitor, 'src/features/account/end-signup-page.tsx'],
  '/reminders/stop': [...visitor, 'src/features/account/stop-reminders-page.tsx'],
  '/goodbye': [...visitor, 'src/features/settings/goodbye-page.tsx'],
  '/welcome': [...learner, 'src/features/welcome/welcome-page.tsx'],
  '/dashboard': [
    ...learner,
    'src/features/dashboard/dashboard-page.tsx',
    'src/features/dashboard/your-memory.tsx',
  ],
  '/mydecks': [...learner, 'src/features/decks/list/decks-page.tsx'],
  '/import': [...learner, 'src/features/import/import-page.tsx'],
  '/mydecks/:deckId': [...learner, 'src/features/decks/deck/deck-page.tsx'],
  '/billing/return': [...learner, 'src/features/billing/return-page.tsx'],
  '/billing/payments': [...learner, 'src/features/billing/payments-page.tsx'],
  '/billing/prompts': [...learner, 'src/features/billing/prompts-page.tsx'],
  '/billing/receipts/:paymentId': [...learner, 'src/features/billing/receipt-page.tsx'],
  '/study': [...learner, 'src/features/study/overview/study-page.tsx'],
  '/stats': [...learner, 'src/features/statistics/statistics-page.tsx'],
  '/admin': [...learner, 'src/features/admin/admin-page.tsx'],
  '/settings': [...learner, 'src/features/settings/settings-page.tsx'],
  '/study/due': [...learner, 'src/features/study/session/session-page.tsx'],
  '/study/:deckId': [...learner, 'src/features/study/session/session-page.tsx'],
} as const satisfies Record<`/${string}`, readonly string[]>;
