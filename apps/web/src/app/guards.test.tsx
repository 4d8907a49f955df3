import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { VisitorLayout } from './guards.tsx';
import { SignedInLayout } from './signed-in-layout.tsx';

it('a signed-in learner who opens /login is sent to the dashboard', async () => {
  localStorage.setItem('authToken', 'tok');
  const { router } = renderScreen({ screen: <VisitorLayout />, at: '/login' });
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/dashboard');
});

it('a visitor who opens /login stays there', async () => {
  const { router } = renderScreen({ screen: <VisitorLayout />, at: '/login' });
  await screen.findByRole('main');
  expect(router.state.location.pathname).toBe('/login');
});

it('a visitor who opens /welcome is sent to /login', async () => {
  const { router } = renderScreen({ screen: <SignedInLayout />, at: '/welcome' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});
