import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { MainArea } from '../shared/ui/page/main-area.tsx';
import { BrokenPage, ErrorPage } from './error-page.tsx';

function Broken(): never {
  throw new Error('A page that breaks');
}

const layout = (
  <MainArea>
    <Outlet />
  </MainArea>
);

/** The routes as the app nests them: the page breaks below the layout with the bar. */
function open() {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = { ErrorBoundary: BrokenPage, children: [{ path: '/', element: <Broken /> }] };
  const routes = [{ element: layout, ErrorBoundary: ErrorPage, children: [broken] }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
}

it('a page that broke has one main part, not one within another', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeTruthy();
  expect(screen.getAllByRole('main')).toHaveLength(1);
});
