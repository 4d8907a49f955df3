import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { Snackbars, useNotify } from '../../shared/ui/states/snackbars.tsx';
import { WithStyles } from '../../test/styles.tsx';
import { StartBar } from './start-bar.tsx';

function Welcome() {
  const notify = useNotify();
  return (
    <>
      <button onClick={() => notify('Your email is verified.')}>arrive</button>
      <StartBar picked={[]} busy={false} onStart={() => {}} />
    </>
  );
}

const StyledSnackbars = ({ children }: { children: ReactNode }) => (
  <WithStyles>
    <Snackbars>{children}</Snackbars>
  </WithStyles>
);

/** Distance of the snackbar from its usual place, in pixels. */
function lift() {
  const margin = getComputedStyle(screen.getByRole('presentation')).marginBottom;
  const heights = getComputedStyle(document.documentElement);
  return margin.replace(
    /var\((--[\w-]+), 0px\)/,
    (_all, name: string) => heights.getPropertyValue(name) || '0px',
  );
}

it('a snackbar is shown above the bar of the welcome screen', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(96);
  const { rerender } = render(<Welcome />, { wrapper: StyledSnackbars });
  act(() => screen.getByText('arrive').click());
  expect(lift()).toBe('96px');
  height.mockReturnValue(132);
  act(() => void window.dispatchEvent(new Event('resize')));
  expect(lift(), 'the bar took more lines').toBe('132px');
  rerender(<></>);
  expect(document.documentElement.style.length, 'the bar left its height to the next screen').toBe(0);
});
