import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StarterCard } from './starter-card.tsx';

it('a starter deck in Kiswahili is not read out as English on an English page; the number of its cards is', () => {
  document.documentElement.lang = 'en';
  const starter = {
    id: '2',
    title: 'Methali',
    subject: 'Lugha',
    description: 'Methali za kale',
    cardCount: 16,
    language: 'sw',
  };
  render(<StarterCard starter={starter} picked={false} dimmed={false} onToggle={() => {}} />);
  const languages = ['Methali', 'Lugha', 'Methali za kale', '16 cards'].map((text) =>
    screen.getByText(text).closest('[lang]')?.getAttribute('lang'),
  );
  expect(languages).toEqual(['sw', 'sw', 'sw', 'en']);
});
