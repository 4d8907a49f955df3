import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Snackbars } from '../states/snackbars.tsx';
import { CardMenu } from './card-menu.tsx';

vi.mock('./card-menu-list.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('a menu that fails to load leaves the page as it is', async () => {
  render(
    <Snackbars>
      <CardMenu actions={[{ text: 'Flag', icon: null, onChoose: () => undefined }]} />
    </Snackbars>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Card actions' }));
  expect(await screen.findByText(/^Part of the page could not be loaded/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Card actions' })).toBeTruthy();
});
