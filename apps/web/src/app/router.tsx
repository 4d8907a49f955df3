import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { withMessages } from '../shared/i18n/i18n.ts';
import { BrokenPage, ErrorPage } from './error-page.tsx';
import { RootLayout, StartingUp } from './root-layout.tsx';

/** One lazy chunk for each route; everything that talks GraphQL sits below the lazy account layout. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: StartingUp,
    children: [
      {
        path: '/',
        lazy: async () => ({
          Component: (await withMessages('landing', import('../features/landing/landing-page.tsx')))
            .LandingPage,
        }),
      },
      {
        lazy: async () => ({ Component: (await import('./account-layout.tsx')).AccountLayout }),
        ErrorBoundary: ErrorPage,
        children: [
          { path: '*', lazy: async () => ({ Component: (await import('./not-found.tsx')).NotFound }) },
          {
            lazy: async () => ({ Component: (await import('./guards.tsx')).VisitorLayout }),
            children: [
              {
                path: '/login',
                lazy: async () => ({
                  Component: (await withMessages('account', import('../features/account/login-page.tsx')))
                    .LoginPage,
                }),
              },
              {
                path: '/signup',
                lazy: async () => ({
                  Component: (await withMessages('account', import('../features/account/signup-page.tsx')))
                    .SignupPage,
                }),
              },
              {
                path: '/signup/end',
                lazy: async () => ({
                  Component: (
                    await withMessages('account', import('../features/account/end-signup-page.tsx'))
                  ).EndSignupPage,
                }),
              },
              {
                path: '/forgot-password',
                lazy: async () => ({
                  Component: (await withMessages('account', import('../features/account/forgot-page.tsx')))
                    .ForgotPage,
                }),
              },
              {
                path: '/goodbye',
                lazy: async () => ({
                  Component: (await withMessages('settings', import('../features/settings/goodbye-page.tsx')))
                    .GoodbyePage,
                }),
              },
            ],
          },
          {
            lazy: async () => ({ Component: (await import('./signed-in-layout.tsx')).SignedInLayout }),
            children: [
              {
                ErrorBoundary: BrokenPage,
                children: [
                  {
                    path: '/welcome',
                    lazy: async () => ({
                      Component: (
                        await withMessages('welcome', import('../features/welcome/welcome-page.tsx'))
                      ).WelcomePage,
                    }),
                  },
                  {
                    path: '/dashboard',
                    lazy: async () => ({
                      Component: (
                        await withMessages('dashboard', import('../features/dashboard/dashboard-page.tsx'))
                      ).DashboardPage,
                    }),
                  },
                  {
                    path: '/mydecks',
                    lazy: async () => ({
                      Component: (await withMessages('decks', import('../features/decks/decks-page.tsx')))
                        .DecksPage,
                    }),
                  },
                  {
                    path: '/mydecks/:deckId',
                    lazy: async () => ({
                      Component: (await withMessages('deck', import('../features/deck/deck-page.tsx')))
                        .DeckPage,
                    }),
                  },
                  {
                    path: '/billing/return',
                    lazy: async () => ({
                      Component: (
                        await withMessages('billing', import('../features/billing/return-page.tsx'))
                      ).ReturnPage,
                    }),
                  },
                  {
                    path: '/billing/payments',
                    lazy: async () => ({
                      Component: (
                        await withMessages('billing', import('../features/billing/payments-page.tsx'))
                      ).PaymentsPage,
                    }),
                  },
                  {
                    path: '/billing/prompts',
                    lazy: async () => ({
                      Component: (
                        await withMessages('billing', import('../features/billing/prompts-page.tsx'))
                      ).PromptsPage,
                    }),
                  },
                  {
                    path: '/billing/receipts/:paymentId',
                    lazy: async () => ({
                      Component: (
                        await withMessages('billing', import('../features/billing/receipt-page.tsx'))
                      ).ReceiptPage,
                    }),
                  },
                  {
                    path: '/study',
                    lazy: async () => ({
                      Component: (await withMessages('study', import('../features/study/study-page.tsx')))
                        .StudyPage,
                    }),
                  },
                  {
                    path: '/stats',
                    lazy: async () => ({
                      Component: (
                        await withMessages('statistics', import('../features/statistics/statistics-page.tsx'))
                      ).StatisticsPage,
                    }),
                  },
                  {
                    path: '/admin',
                    lazy: async () => ({
                      Component: (await withMessages('admin', import('../features/admin/admin-page.tsx')))
                        .AdminPage,
                    }),
                  },
                  {
                    path: '/settings',
                    lazy: async () => ({
                      Component: (
                        await withMessages('settings', import('../features/settings/settings-page.tsx'))
                      ).SettingsPage,
                    }),
                  },
                  {
                    path: '/study/:deckId',
                    lazy: async () => ({
                      Component: (
                        await withMessages('session', import('../features/session/session-page.tsx'))
                      ).SessionPage,
                    }),
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

export const router = createBrowserRouter(routes);
