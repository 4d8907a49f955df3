import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { StudyLink } from './study-link.tsx';

const rivers = {
  id: '12',
  title: 'Rivers',
  description: '',
  subject: 'Geography',
  category: 'Kenya',
  difficulty: 3,
  frontLanguage: null,
  backLanguage: null,
  lastStudied: null,
  mastery: null,
  cardCount: 3,
  progress: null,
};

const show = (cardCount: number) =>
  render(
    <MemoryRouter>
      <StudyLink deck={{ ...rivers, cardCount }} label="Study Now" />
    </MemoryRouter>,
  );

it('a deck without cards links to its page, not to an empty session', () => {
  show(0);
  expect(screen.getByRole('link', { name: 'Add cards: Rivers' }).getAttribute('href')).toBe('/mydecks/12');
});

it('a deck with cards links to its session', () => {
  show(3);
  expect(screen.getByRole('link', { name: 'Study Now: Rivers' }).getAttribute('href')).toBe('/study/12');
});
