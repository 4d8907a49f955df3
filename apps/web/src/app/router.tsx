import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { withMessages } from '../shared/i18n/i18n.ts';
import { inShownLanguage } from '../shared/i18n/in-shown-language.tsx';
import { BrokenPage, ErrorPage } from './error-page.tsx';
import { RootLayout, StartingUp } from './root-layout.tsx';

/** A lazy component of a route, together with the messages of its feature. */
const page =
  <Name extends string>(area: string, load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: inShownLanguage((await withMessages(area, load()))[name]) });

/** One lazy chunk for each route; everything that talks GraphQL sits below the lazy account layout. */
export const routes: RouteObject[] = [
  {
    Component: inShownLanguage(RootLayout),
    ErrorBoundary: inShownLanguage(ErrorPage),
    HydrateFallback: StartingUp,
    children: [
      {
        path: '/',
        lazy: page('landing', () => import('./home-page.tsx'), 'HomePage'),
      },
      {
        lazy: page('shared', () => import('./account-layout.tsx'), 'AccountLayout'),
        ErrorBoundary: inShownLanguage(ErrorPage),
        children: [
          { path: '*', lazy: page('shared', () => import('./not-found.tsx'), 'NotFound') },
          {
            lazy: page('shared', () => import('./guards.tsx'), 'VisitorLayout'),
            children: [
              ...['/login', '/signup', '/forgot-password'].map((path) => ({
                path,
                lazy: page('shared', () => import('./built-page.tsx'), 'BuiltPage'),
              })),
              {
                path: '/signup/end',
                lazy: page(
                  'account',
                  () => import('../features/account/end-signup-page.tsx'),
                  'EndSignupPage',
                ),
              },
              {
                path: '/reminders/stop',
                lazy: page(
                  'account',
                  () => import('../features/account/stop-reminders-page.tsx'),
                  'StopRemindersPage',
                ),
              },
              {
                path: '/goodbye',
                lazy: page('settings', () => import('../features/settings/goodbye-page.tsx'), 'GoodbyePage'),
              },
            ],
          },
          {
            lazy: page('shared', () => import('./signed-in-layout.tsx'), 'SignedInLayout'),
            children: [
              {
                ErrorBoundary: inShownLanguage(BrokenPage),
                children: [
                  {
                    path: '/welcome',
                    lazy: page(
                      'welcome',
                      () => import('../features/welcome/welcome-page.tsx'),
                      'WelcomePage',
                    ),
                  },
                  {
                    path: '/dashboard',
                    lazy: page(
                      'dashboard',
                      () => import('../features/dashboard/dashboard-page.tsx'),
                      'DashboardPage',
                    ),
                  },
                  {
                    path: '/mydecks',
                    lazy: page('decks', () => import('../features/decks/list/decks-page.tsx'), 'DecksPage'),
                  },
                  {
                    path: '/import',
                    lazy: page('import', () => import('../features/import/import-page.tsx'), 'ImportPage'),
                  },
                  {
                    path: '/mydecks/:deckId',
                    lazy: page('decks', () => import('../features/decks/deck/deck-page.tsx'), 'DeckPage'),
                  },
                  {
                    path: '/billing/return',
                    lazy: page('billing', () => import('../features/billing/return-page.tsx'), 'ReturnPage'),
                  },
                  {
                    path: '/billing/payments',
                    lazy: page(
                      'billing',
                      () => import('../features/billing/payments-page.tsx'),
                      'PaymentsPage',
                    ),
                  },
                  {
                    path: '/billing/prompts',
                    lazy: page(
                      'billing',
                      () => import('../features/billing/prompts-page.tsx'),
                      'PromptsPage',
                    ),
                  },
                  {
                    path: '/billing/receipts/:paymentId',
                    lazy: page(
                      'billing',
                      () => import('../features/billing/receipt-page.tsx'),
                      'ReceiptPage',
                    ),
                  },
                  {
                    path: '/study',
                    lazy: page(
                      'study',
                      () => import('../features/study/overview/study-page.tsx'),
                      'StudyPage',
                    ),
                  },
                  {
                    path: '/stats',
                    lazy: page(
                      'statistics',
                      () => import('../features/statistics/statistics-page.tsx'),
                      'StatisticsPage',
                    ),
                  },
                  {
                    path: '/admin',
                    lazy: page('admin', () => import('../features/admin/admin-page.tsx'), 'AdminPage'),
                  },
                  {
                    path: '/settings',
                    lazy: page(
                      'settings',
                      () => import('../features/settings/settings-page.tsx'),
                      'SettingsPage',
                    ),
                  },
                  {
                    path: '/study/:deckId',
                    lazy: page(
                      'study',
                      () => import('../features/study/session/session-page.tsx'),
                      'SessionPage',
                    ),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];
