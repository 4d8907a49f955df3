import type { DeckTileParts } from '../src/shared/decks/deck-tile.tsx';
import type { MemoryTick } from '../src/shared/ui/card/memory-edge.tsx';
import { say } from './story.tsx';

/** Cards of a deck that is half remembered: strong, fading, due and new ones. */
export const someTicks: readonly MemoryTick[] = [
  ...Array.from({ length: 14 }, (_, index) => ({ recall: 1 - index * 0.003, isDue: false })),
  ...Array.from({ length: 8 }, (_, index) => ({ recall: 0.94 - index * 0.01, isDue: false })),
  ...Array.from({ length: 5 }, (_, index) => ({ recall: 0.85 - index * 0.04, isDue: true })),
  ...Array.from({ length: 3 }, () => ({ recall: null, isDue: false })),
];

export const biology = (): DeckTileParts => ({
  id: '7',
  title: say('Biology: the cell', 'Biolojia: seli'),
  description: say('Organelles and what they do, for Form 2.', 'Sehemu za seli na kazi zake, Kidato cha 2.'),
  subject: say('Biology', 'Biolojia'),
  category: 'KCSE',
  difficulty: 3,
  frontLanguage: null,
  backLanguage: null,
  lastStudied: '2026-03-02T09:00:00Z',
  mastery: 64,
  cardCount: 30,
  progress: { dueCount: 5, newCount: 3, memory: [...someTicks] },
});
