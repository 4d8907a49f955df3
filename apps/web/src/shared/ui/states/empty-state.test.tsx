import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmptyState } from './empty-state.tsx';

it('an empty state has a heading, a sentence and one next step', () => {
  render(<EmptyState title="No decks yet" text="Make one." action={<button>Create Deck</button>} />);
  expect(screen.getByRole('heading', { level: 2, name: 'No decks yet' })).toBeTruthy();
  expect(screen.getByText('Make one.')).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('an empty state is the heading of the page where there is no other', () => {
  render(<EmptyState title="Page not found" heading="h1" />);
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
});
