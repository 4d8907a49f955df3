import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DeckTileParts } from '../../../shared/decks/deck-tile.tsx';
import { DeleteDeck } from './delete-deck.tsx';

it.each(['List<b>String</b>', '<0>nested</0>'])(
  'the confirmation shows the title %s as text, not as mark-up',
  (title) => {
    const deck = { id: '12', title, cardCount: 1 } as DeckTileParts;
    render(<DeleteDeck deck={deck} onDelete={async () => {}} onClose={() => {}} />);
    expect(screen.getByText(title).textContent).toBe(title);
  },
);
