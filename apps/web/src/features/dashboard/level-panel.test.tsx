import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { LevelPanel } from './level-panel.tsx';

afterEach(() => void vi.unstubAllGlobals());

const badges = [{ kind: 'FIRST_SESSION', earnedAt: null, progress: 0, target: 1 } as const];
const show = (level: number) =>
  renderScreen({
    screen: <LevelPanel stats={{ level, xp: level * 200 - 60, nextLevelXp: level * 200, badges }} />,
  });

it('badges are locked at level 1 and unlock at level 2', () => {
  show(1);
  expect(screen.getByText(/^Badges unlock at level 2\./)).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Badges' })).toBeNull();
  cleanup();
  show(2);
  expect(screen.getByRole('list', { name: 'Badges' }).textContent).toContain('First session');
  expect(screen.queryByText(/^Badges unlock/)).toBeNull();
});

it('the level panel is collapsed on a phone until it is opened', async () => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('max-width'),
      addListener: () => {},
      removeListener: () => {},
    }),
  );
  show(2);
  expect(screen.queryByText('60 XP to level 3')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show: Level 2' }));
  expect(screen.getByText('60 XP to level 3')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Hide: Level 2' }));
  expect(screen.queryByText('60 XP to level 3')).toBeNull();
});
