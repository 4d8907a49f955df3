import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { withMessages } from '../shared/i18n/i18n.ts';
import { inShownLanguage } from '../shared/i18n/in-shown-language.tsx';
import { BrokenPage, ErrorPage } from './error-page.tsx';
import { RootLayout, StartingUp } from './root-layout.tsx';

/** A lazy component of a route, together with the messages of its feature. */
const page = (area: string, load: () => Promise<ComponentType>) => async () => ({
  Component: inShownLanguage(await withMessages(area, load())),
});

/** One lazy chunk for each route; everything that talks GraphQL sits below the lazy account layout. */
export const routes: RouteObject[] = [
  {
    Component: inShownLanguage(RootLayout),
    ErrorBoundary: inShownLanguage(ErrorPage),
    HydrateFallback: StartingUp,
    children: [
      {
        path: '/',
        lazy: page('landing', async () => (await import('../features/landing/landing-page.tsx')).LandingPage),
      },
      {
        lazy: page('shared', async () => (await import('./account-layout.tsx')).AccountLayout),
        ErrorBoundary: inShownLanguage(ErrorPage),
        children: [
          { path: '*', lazy: page('shared', async () => (await import('./not-found.tsx')).NotFound) },
          {
            lazy: page('shared', async () => (await import('./guards.tsx')).VisitorLayout),
            children: [
              {
                path: '/login',
                lazy: page(
                  'account',
                  async () => (await import('../features/account/login-page.tsx')).LoginPage,
                ),
              },
              {
                path: '/signup',
                lazy: page(
                  'account',
                  async () => (await import('../features/account/signup-page.tsx')).SignupPage,
                ),
              },
              {
                path: '/signup/end',
                lazy: page(
                  'account',
                  async () => (await import('../features/account/end-signup-page.tsx')).EndSignupPage,
                ),
              },
              {
                path: '/forgot-password',
                lazy: page(
                  'account',
                  async () => (await import('../features/account/forgot-page.tsx')).ForgotPage,
                ),
              },
              {
                path: '/goodbye',
                lazy: page(
                  'settings',
                  async () => (await import('../features/settings/goodbye-page.tsx')).GoodbyePage,
                ),
              },
            ],
          },
          {
            lazy: page('shared', async () => (await import('./signed-in-layout.tsx')).SignedInLayout),
            children: [
              {
                ErrorBoundary: inShownLanguage(BrokenPage),
                children: [
                  {
                    path: '/welcome',
                    lazy: page(
                      'welcome',
                      async () => (await import('../features/welcome/welcome-page.tsx')).WelcomePage,
                    ),
                  },
                  {
                    path: '/dashboard',
                    lazy: page(
                      'dashboard',
                      async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
                    ),
                  },
                  {
                    path: '/mydecks',
                    lazy: page(
                      'decks',
                      async () => (await import('../features/decks/decks-page.tsx')).DecksPage,
                    ),
                  },
                  {
                    path: '/mydecks/:deckId',
                    lazy: page('deck', async () => (await import('../features/deck/deck-page.tsx')).DeckPage),
                  },
                  {
                    path: '/billing/return',
                    lazy: page(
                      'billing',
                      async () => (await import('../features/billing/return-page.tsx')).ReturnPage,
                    ),
                  },
                  {
                    path: '/billing/payments',
                    lazy: page(
                      'billing',
                      async () => (await import('../features/billing/payments-page.tsx')).PaymentsPage,
                    ),
                  },
                  {
                    path: '/billing/prompts',
                    lazy: page(
                      'billing',
                      async () => (await import('../features/billing/prompts-page.tsx')).PromptsPage,
                    ),
                  },
                  {
                    path: '/billing/receipts/:paymentId',
                    lazy: page(
                      'billing',
                      async () => (await import('../features/billing/receipt-page.tsx')).ReceiptPage,
                    ),
                  },
                  {
                    path: '/study',
                    lazy: page(
                      'study',
                      async () => (await import('../features/study/study-page.tsx')).StudyPage,
                    ),
                  },
                  {
                    path: '/stats',
                    lazy: page(
                      'statistics',
                      async () => (await import('../features/statistics/statistics-page.tsx')).StatisticsPage,
                    ),
                  },
                  {
                    path: '/admin',
                    lazy: page(
                      'admin',
                      async () => (await import('../features/admin/admin-page.tsx')).AdminPage,
                    ),
                  },
                  {
                    path: '/settings',
                    lazy: page(
                      'settings',
                      async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
                    ),
                  },
                  {
                    path: '/study/:deckId',
                    lazy: page(
                      'session',
                      async () => (await import('../features/session/session-page.tsx')).SessionPage,
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
