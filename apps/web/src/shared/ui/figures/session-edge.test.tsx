import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WithStyles } from '../../../test/styles.tsx';
import { SessionEdge } from './session-edge.tsx';

it('wrong answers are half as high as right ones, so that they differ not only by colour', () => {
  const { container } = render(<SessionEdge outcomes={['right', 'wrong', 'open']} current={2} />, {
    wrapper: WithStyles,
  });
  const heights = [...(container.firstElementChild?.children ?? [])].map(
    (tick) => getComputedStyle(tick).height,
  );
  expect(heights).toEqual(['100%', '50%', '100%']);
});

it('a session of 300 cards has 48 ticks, not 300 hairlines', () => {
  const outcomes = Array.from({ length: 300 }, (_, index) =>
    index < 10 ? ('wrong' as const) : ('open' as const),
  );
  const { container } = render(<SessionEdge outcomes={outcomes} current={10} />);
  expect(container.firstElementChild?.children).toHaveLength(48);
});
