import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { StoragePanel } from './storage-panel.tsx';

const mebi = 1024 * 1024;
const address = (letter: string) => `/media/${letter.repeat(32)}-40x30.webp`;
const storage = {
  __typename: 'MediaStorage',
  usedBytes: 12.3 * mebi,
  limitBytes: 500 * mebi,
  files: 4,
  unusedFiles: 2,
  unusedBytes: 2.5 * mebi,
  removableFiles: 1,
  removableBytes: 2 * mebi,
  unused: [
    { __typename: 'Media', address: address('a'), bytes: 2 * mebi },
    { __typename: 'Media', address: address('b'), bytes: 0.5 * mebi },
  ],
  missing: [
    { __typename: 'MissingMedia', deckId: '3', flashcardId: '9', text: `Mlima ![Kenya](${address('c')})` },
  ],
};
const viewer = (found: object) => ({ viewer: { __typename: 'User', id: '7', storage: found } });

it('names what is used, unused and missing, and one button removes what no undo can bring back', async () => {
  const rest = { ...storage, usedBytes: 10.3 * mebi, files: 3, unusedFiles: 1, removableFiles: 0 };
  renderScreen({
    screen: <StoragePanel />,
    path: '/settings',
    at: '/settings',
    responses: {
      StorageOfAccount: () => viewer(storage),
      RemoveUnusedMedia: () => ({
        removeUnusedMedia: { ...rest, removableBytes: 0, unused: storage.unused.slice(1) },
      }),
    },
  });
  expect(await screen.findByText(/12\.3 MB of 500\.0 MB used/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Mlima Kenya' }).getAttribute('href')).toBe('/mydecks/3');
  expect(screen.getAllByRole('img', { name: /^Unused picture/ })).toHaveLength(2);
  expect(screen.getByText(/within the last hour stay/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove unused files (2.0 MB)' }));
  const button = await screen.findByRole('button', { name: 'Remove unused files (0.0 MB)' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getAllByRole('img', { name: /^Unused picture/ })).toHaveLength(1);
});
