import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { LandingPage } from './landing-page.tsx';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))));
afterEach(() => vi.unstubAllGlobals());

const ways = (name: string) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'));

it('a learner who is signed in is led to the dashboard, not to another account', () => {
  localStorage.setItem('authToken', 'tok');
  renderScreen({ screen: <LandingPage /> });
  expect(new Set(ways('Go to dashboard'))).toEqual(new Set(['/dashboard']));
  expect(ways('Start learning for free')).toEqual([]);
  expect(ways('Start your learning journey')).toEqual([]);
});

it('a visitor is led to an account', () => {
  renderScreen({ screen: <LandingPage /> });
  expect(ways('Start learning for free')).toEqual(['/signup']);
  expect(ways('Start your learning journey')).toEqual(['/signup']);
});
