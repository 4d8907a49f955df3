import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MemoryEdge, type MemoryTick } from './memory-edge.tsx';

const tick = (recall: number | null, isDue = false): MemoryTick => ({ recall, isDue });

function draw(ticks: MemoryTick[]) {
  const counts = { total: ticks.length, due: ticks.filter(({ isDue }) => isDue).length, fresh: 0 };
  const paths = [...render(<MemoryEdge ticks={ticks} counts={counts} />).container.querySelectorAll('path')];
  return paths.map((path) => ({
    colour: path.getAttribute('stroke') ?? '',
    ticks: (path.getAttribute('d') ?? '').split('M').slice(1),
  }));
}

it('the memory edge says in words what it draws', () => {
  render(<MemoryEdge ticks={[]} counts={{ total: 20, due: 3, fresh: 5 }} />);
  expect(screen.getByRole('img', { name: '20 cards: 12 remembered, 3 due, 5 new' })).toBeTruthy();
});

it('the memory edge uses the singular for one card', () => {
  render(<MemoryEdge ticks={[]} counts={{ total: 1, due: 1, fresh: 0 }} />);
  expect(screen.getByRole('img', { name: '1 card: 0 remembered, 1 due, 0 new' })).toBeTruthy();
});

it('a card is drawn as due because the server says so, however well it is remembered', () => {
  const paths = draw([tick(0.97, true)]);
  expect(paths).toHaveLength(1);
  expect(paths[0]?.colour).toContain('warning');
});

it('a tick is tallest for a certain recall, lower for a doubtful one and shortest for a new card', () => {
  const tops = (recall: number | null) => {
    const [path] = draw([tick(recall)]);
    return Number(path?.ticks[0]?.split('V')[1]);
  };
  expect(tops(1)).toBe(0);
  expect(tops(0.65)).toBe(76);
  expect(tops(0.2)).toBe(76);
  expect(tops(null)).toBe(88);
});

it('the memory edge draws no more ticks than fit', () => {
  const many = Array.from({ length: 300 }, (_, index) => tick(index / 300));
  const drawn = draw(many).reduce((sum, { ticks }) => sum + ticks.length, 0);
  expect(drawn).toBe(48);
});
