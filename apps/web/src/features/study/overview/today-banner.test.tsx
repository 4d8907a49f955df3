import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TodayBanner } from './today-banner.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the banner of the day shows streak, XP, weekly goal and due cards for 1.2 s', () => {
  const { container } = render(<TodayBanner streak={12} xp={520} completed={20} goal={50} due={7} />);
  act(() => void vi.advanceTimersByTime(1_100));
  expect(container.textContent).toBe('Day 12520 XP20 / 507 due');
  act(() => void vi.advanceTimersByTime(100));
  expect(container.textContent).toBe('');
});
