import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Announcer, useAnnounce } from './announcer.tsx';

function Speaker() {
  const announce = useAnnounce();
  return <button onClick={() => announce('Answer undone.')}>speak</button>;
}

it('the announcer is a polite live region, and announces a repeated message again', () => {
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

function Quoter() {
  const announce = useAnnounce();
  return <button onClick={() => announce('Answer: Mto Tana', 'Mto Tana')}>quote</button>;
}

it('the announcer does not claim that the text of a card is in the language of the page', () => {
  render(
    <Announcer>
      <Quoter />
    </Announcer>,
  );
  fireEvent.click(screen.getByText('quote'));
  expect(screen.getByRole('status').textContent).toBe('Answer: Mto Tana');
  expect(screen.getByText('Mto Tana').getAttribute('lang')).toBe('');
});
