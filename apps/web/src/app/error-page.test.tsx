import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { MainArea } from '../shared/ui/page/main-area.tsx';
import { BrokenPage, ErrorPage } from './error-page.tsx';

function breaking(error: Error) {
  return function Broken(): never {
    throw error;
  };
}

const layout = (
  <MainArea>
    <Outlet />
  </MainArea>
);

/** The routes as the app nests them: the page breaks below the layout with the bar. */
function open(error = new Error('A page that breaks')) {
  const Broken = breaking(error);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = { ErrorBoundary: BrokenPage, children: [{ path: '/', element: <Broken /> }] };
  const routes = [{ element: layout, ErrorBoundary: ErrorPage, children: [broken] }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
}

it('the error page has one main part, not one within another', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeTruthy();
  expect(screen.getAllByRole('main')).toHaveLength(1);
});

it('a chunk that fails to load offline shows the same error page, with its two ways to continue', async () => {
  open(new TypeError('Failed to fetch dynamically imported module: /assets/settings-page.js'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Check your connection, then try again.');
  expect(alert.querySelector('svg')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/dashboard');
});
