import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { LandingPage } from './landing-page.tsx';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))));
afterEach(() => vi.unstubAllGlobals());

const linksNamed = (name: string) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'));

it('the landing page leads a signed-in learner to the dashboard, not to another account', () => {
  localStorage.setItem('authToken', 'tok');
  renderScreen({ screen: <LandingPage /> });
  expect(new Set(linksNamed('Go to dashboard'))).toEqual(new Set(['/dashboard']));
  expect(linksNamed('Start learning for free')).toEqual([]);
  expect(linksNamed('Start your learning journey')).toEqual([]);
});

it('the landing page leads a visitor to the sign-up', () => {
  renderScreen({ screen: <LandingPage /> });
  expect(linksNamed('Start learning for free')).toEqual(['/signup']);
  expect(linksNamed('Start your learning journey')).toEqual(['/signup']);
});

it('the figures of the landing page say that they are an example (D37)', () => {
  renderScreen({ screen: <LandingPage /> });
  expect(screen.getByText('Example: what a learner sees after some weeks.')).toBeTruthy();
});

it('the landing page offers another theme, as the other public pages do (D43)', () => {
  renderScreen({ screen: <LandingPage /> });
  expect(document.querySelectorAll('[data-choose-theme]')).toHaveLength(3);
  expect(document.querySelectorAll('[data-theme-now]:not([hidden])')).toHaveLength(1);
});
