import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { StudyDecks } from './study-decks.tsx';

const pageInfo = { page: 1, totalPages: 0, totalItems: 0 };
const noDecks = { items: [], pageInfo };

it('a learner without decks is led from the study page to My Decks', () => {
  renderScreen({ screen: <StudyDecks decks={noDecks} onPage={() => {}} onRetry={() => {}} /> });
  expect(screen.getByText('No decks found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create Deck' }).getAttribute('href')).toBe('/mydecks');
});

it('a learner without decks is offered the starter decks on the study page, too (D29)', () => {
  renderScreen({ screen: <StudyDecks decks={noDecks} onPage={() => {}} onRetry={() => {}} /> });
  expect(screen.getByRole('link', { name: 'Pick starter decks' }).getAttribute('href')).toBe('/welcome');
});

it('decks that could not be loaded are not called missing', () => {
  renderScreen({ screen: <StudyDecks decks={null} onPage={() => {}} onRetry={() => {}} /> });
  expect(screen.getByText('Failed to load decks. Please try again later.')).toBeTruthy();
  expect(screen.queryByText('No decks found')).toBeNull();
});
