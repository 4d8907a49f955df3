import { render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Opening } from '../ui/states/opening.tsx';
import { Snackbars } from '../ui/states/snackbars.tsx';
import { lazyNamed } from './lazy-named.tsx';

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/a.js');
const missingText = /not on your device yet/;

function Page({ part: Part }: { part: ReturnType<typeof lazyNamed<'Part', { onClose?: () => void }>> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Snackbars>
      <h1>Rivers</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Suspense>
          <Part onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Snackbars>
  );
}

const open = () => screen.getByRole('button', { name: 'Open' }).click();

it('a dialog whose code is missing says so, and the page stays (D2)', async () => {
  const load = vi.fn(async () => ({ Part: () => <p>The dialog</p> }));
  load.mockRejectedValueOnce(missing());
  render(<Page part={lazyNamed(load, 'Part')} />);
  open();
  expect(await screen.findByText(missingText)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Rivers' })).toBeTruthy();
  open();
  expect(await screen.findByText('The dialog')).toBeTruthy();
});

it('a dialog whose code is still on its way says at once that it opens (D36)', async () => {
  const Part = lazyNamed<'Part', object>(() => new Promise(() => {}), 'Part');
  render(
    <Opening>
      <Part />
    </Opening>,
  );
  expect(screen.getByRole('progressbar', { name: 'Opening…' })).toBeTruthy();
});

it('a part of the page whose code is missing says so in its place', async () => {
  const Part = lazyNamed<'Part', object>(() => Promise.reject(missing()), 'Part');
  render(
    <Suspense>
      <h1>Rivers</h1>
      <Part />
    </Suspense>,
  );
  expect(await screen.findByText(missingText)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Rivers' })).toBeTruthy();
});
