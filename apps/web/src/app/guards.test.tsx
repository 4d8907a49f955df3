import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { SignedInLayout } from './signed-in-layout.tsx';

it('a visitor who opens /welcome is sent to /login', async () => {
  const { router } = renderScreen({ screen: <SignedInLayout />, at: '/welcome' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});
