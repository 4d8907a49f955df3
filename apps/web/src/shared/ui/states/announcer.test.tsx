import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Announcer, useAnnounce } from './announcer.tsx';

function Speaker() {
  const announce = useAnnounce();
  return <button onClick={() => announce('Answer undone.')}>speak</button>;
}

it('the announcer speaks politely, and a repeated message once more', () => {
  render(
    <Announcer>
      <Speaker />
    </Announcer>,
  );
  const region = screen.getByRole('status');
  expect(region.getAttribute('aria-live')).toBe('polite');
  expect(region.textContent).toBe('');
  fireEvent.click(screen.getByText('speak'));
  const first = region.firstChild;
  expect(first?.textContent).toBe('Answer undone.');
  fireEvent.click(screen.getByText('speak'));
  expect(region.textContent).toBe('Answer undone.');
  expect(region.firstChild).not.toBe(first);
});
