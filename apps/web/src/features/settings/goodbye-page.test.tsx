import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { GoodbyePage } from './goodbye-page.tsx';

const open = (state?: unknown) => renderScreen({ screen: <GoodbyePage />, at: '/goodbye', state });

it.each([
  ['done', 'Your account is erased'],
  ['going', 'Your account is closed'],
  ['unknown', 'You are signed out'],
])('after %s says: %s', async (erased, title) => {
  open({ erased });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});

it.each([[undefined], [{ erased: 'toString' }], [{}]])('is for nobody who comes with %j', async (state) => {
  const { router } = open(state);
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});
