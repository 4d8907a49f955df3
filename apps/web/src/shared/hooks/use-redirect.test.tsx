import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useRedirect } from './use-redirect.ts';

function Dashboard() {
  const [hasNoDeck, setHasNoDeck] = useState(false);
  useRedirect(hasNoDeck ? '/welcome' : null);
  return (
    <>
      <Link to="/mydecks">My Decks</Link>
      <button onClick={() => setHasNoDeck(true)}>Receive no decks</button>
    </>
  );
}

const haveNoDecks = () => fireEvent.click(screen.getByText('Receive no decks'));

function open() {
  const chunk = Promise.withResolvers<{ Component: () => string }>();
  const router = createMemoryRouter([
    { path: '/', Component: Dashboard },
    { path: '/mydecks', lazy: () => chunk.promise },
    { path: '/welcome', Component: () => 'Welcome' },
  ]);
  render(<RouterProvider router={router} />);
  return { router, loadChunk: () => chunk.resolve({ Component: () => 'All decks' }) };
}

it('a page that the learner chose before a redirect wins, however late its chunk comes', async () => {
  const { router, loadChunk } = open();
  await userEvent.click(screen.getByText('My Decks'));
  haveNoDecks();
  loadChunk();
  expect(await screen.findByText('All decks')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/mydecks');
});

it('a page that is chosen in the moment of the redirect wins', async () => {
  const { router, loadChunk } = open();
  loadChunk();
  await act(async () => {
    haveNoDecks();
    void router.navigate('/mydecks');
  });
  expect(await screen.findByText('All decks')).toBeTruthy();
});

it('the redirect follows when the learner changes their mind and stays', async () => {
  const { router } = open();
  await userEvent.click(screen.getByText('My Decks'));
  haveNoDecks();
  act(() => void router.navigate('/'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/welcome'));
});

it('nothing chosen: the redirect happens and Back does not return to it', async () => {
  const { router } = open();
  haveNoDecks();
  await waitFor(() => expect(router.state.location.pathname).toBe('/welcome'));
  expect(router.state.historyAction).toBe('REPLACE');
});
