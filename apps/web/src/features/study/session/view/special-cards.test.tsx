import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { chooseSpeaking } from '../../../../shared/study/speaks.ts';
import { aNewCard } from '../../../../test/new-card.ts';
import { deckSession, open, press } from '../../../../test/open-session.tsx';

/** The session's first card with these fields. */
const openWith = (card: object, languages: object = {}) => {
  const session = deckSession();
  const items = [aNewCard('1'), { ...aNewCard('2'), ...card }];
  const deck = { ...session.deck, ...languages, flashcards: { ...session.deck.flashcards, items } };
  return open({ DeckSession: () => ({ ...session, deck }) });
};
const visible = () => document.querySelector('[data-scrolls="true"]');

it('a rich card is drawn with its table, and without what is not allowed', async () => {
  const frontText = '**Rivers**\n\n| a |\n|---|\n| Tana |\n\n<img src=x onerror="window.pwned=1"><b>x</b>';
  await openWith({ format: 'RICH', frontText });
  await waitFor(() => expect(visible()?.querySelector('strong')?.textContent).toBe('Rivers'));
  expect(visible()?.querySelector('td')?.textContent).toBe('Tana');
  expect(visible()?.querySelector('img, b')).toBeNull();
  expect(Reflect.get(window, 'pwned')).toBeUndefined();
});

it('a picture with parts covers them on the question, and outlines the answer', async () => {
  const side = (state: string) =>
    `![The heart (2/5)](/media/${'a'.repeat(32)}-640x480.webp#parts=2/5;${state},1000,1000,2000,2000;c,5000,0,1000,1000)`;
  await openWith({
    kind: 'image-occlusion',
    format: 'RICH',
    frontText: side('a'),
    backText: `aorta\n\n${side('s')}`,
  });
  const statesOf = () =>
    [...(visible()?.querySelectorAll('[data-part]') ?? [])].map((each) => each.getAttribute('data-part'));
  await screen.findByRole('img', { name: 'The heart. Part 2 of 5 is covered' });
  expect(statesOf()).toEqual(['asked', 'covered']);
  expect(visible()?.querySelector('img')).toBeNull();
  press(' ');
  await screen.findByRole('img', { name: 'The heart. Part 2 of 5 is shown' });
  expect(statesOf()).toEqual(['shown', 'covered']);
  expect(visible()?.textContent).toBe('aorta\n');
});

it('a plain card shows its marks as text', async () => {
  await openWith({ frontText: '**2 * 3** <b>' });
  expect(visible()?.textContent).toBe('**2 * 3** <b>');
});

it('the answer of a card with gaps marks what the question hid', async () => {
  const sides = { frontText: '[...] is in Kenya', backText: 'Nairobi is in Kenya' };
  await openWith({ kind: 'cloze', ...sides });
  expect(visible()?.textContent).toBe('[...] is in Kenya');
  press(' ');
  await waitFor(() => expect(visible()?.querySelector('mark')?.textContent).toBe('Nairobi'));
  expect(visible()?.textContent).toBe('Nairobi is in Kenya');
});

it('a typed answer is compared with the card, and its keys are no shortcuts', async () => {
  await openWith({ kind: 'typed', frontText: 'Capital?', backText: 'Nairobi' });
  const field = await screen.findByLabelText('Your answer');
  for (const key of ['u', 'e', '1']) fireEvent.keyDown(field, { key });
  fireEvent.change(field, { target: { value: 'nairoby' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  const result = await screen.findByText('Nearly right');
  expect(result.closest('[role=status]')?.textContent).toBe('Nearly rightNairob missing: i too much: y');
  expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
  expect(screen.getByText('1 of 2 cards')).toBeTruthy();
});

it('a typed answer that is right up to its case says so, and an empty one says nothing', async () => {
  await openWith({ kind: 'typed', backText: 'Nairobi' });
  const field = await screen.findByLabelText('Your answer');
  fireEvent.change(field, { target: { value: ' NAIROBI. ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await screen.findByText('Right')).toBeTruthy();
  press(' ');
  fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: '' } });
  press(' ');
  expect(screen.queryByText('Right')).toBeNull();
});

it('a device that speaks by itself speaks the side that is turned up, and no side without a language', async () => {
  const spoken: string[] = [];
  const speech = {
    getVoices: () => [{ lang: 'sw-KE' }],
    cancel: () => {},
    speak: ({ text }: { text: string }) => spoken.push(text),
  };
  vi.stubGlobal('speechSynthesis', speech);
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  chooseSpeaking('7', true);
  await openWith({ frontText: 'Mto gani?', backText: 'Tana' }, { frontLanguage: 'sw', backLanguage: 'sw' });
  await waitFor(() => expect(spoken).toEqual(['Mto gani?']));
  press(' ');
  await waitFor(() => expect(spoken).toEqual(['Mto gani?', 'Tana']));
  chooseSpeaking('7', false);
  vi.unstubAllGlobals();
});

it('a side whose language has no voice on the device says so when it is to be spoken', async () => {
  await openWith({}, { frontLanguage: 'sw' });
  expect(visible()?.querySelector('[data-card-text]')?.getAttribute('lang')).toBe('sw');
  fireEvent.click(screen.getByRole('button', { name: 'Speak' }));
  expect(await screen.findByText('This device has no voice for the language of this side.')).toBeTruthy();
});
