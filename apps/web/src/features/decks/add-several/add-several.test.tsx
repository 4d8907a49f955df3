import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { refusal, renderScreen } from '../../../test/render-screen.tsx';
import { AddSeveral } from './add-several.tsx';

it('the preview shows every card of a note with two clozes, once', async () => {
  const errors = vi.spyOn(console, 'error');
  const dialog = <AddSeveral deckId="12" onAdded={() => {}} onClose={() => {}} />;
  renderScreen({ screen: dialog, path: '/', at: '/', responses: {} });
  const field = await screen.findByLabelText('One card per line');
  const paste = async (note: string) => {
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste(`#separator:tab\n${note}\t`);
  };
  const shown = () =>
    within(screen.getByRole('list', { name: 'Cards to add' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  await paste('{{c1::Nairobi}} is in {{c2::Kenya}}');
  await waitFor(() => expect(shown()).toEqual(['[...] is in KenyaNairobi', 'Nairobi is in [...]Kenya']));
  await paste('{{c1::Accra}} is in {{c2::Ghana}}');
  await waitFor(() => expect(shown()).toEqual(['[...] is in GhanaAccra', 'Accra is in [...]Ghana']));
  expect(errors).not.toHaveBeenCalled();
});

it('a list that is pasted again names the cards that the deck has, and adds only the new one', async () => {
  const sent: unknown[] = [];
  const added = vi.fn<(cardCount: number, added: number) => void>();
  renderScreen({
    screen: <AddSeveral deckId="12" onAdded={added} onClose={() => {}} />,
    path: '/',
    at: '/',
    responses: {
      ExistingCards: () => ({ deck: { __typename: 'Deck', id: '12', existingCards: [0, 1] } }),
      AddFlashcards: ({ input }: { input: unknown }) => {
        sent.push(input);
        return { addFlashcards: { __typename: 'Deck', id: '12', cardCount: 3 } };
      },
    },
  });
  await userEvent.click(await screen.findByLabelText('One card per line'));
  await userEvent.paste('mti - tree\nmaji - water\nmoto - fire');
  await userEvent.click(await screen.findByRole('button', { name: 'Add 3 cards' }));
  const note = await screen.findByText(/2 of these cards are in the deck already/);
  expect(note.textContent).toContain('mti, maji');
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Add them again' }));
  expect(await screen.findByRole('button', { name: 'Add 3 cards' })).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Add them again' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 card' }));
  await waitFor(() => expect(added).toHaveBeenCalledWith(3, 1));
  expect(sent).toMatchObject([{ existing: 'SKIP', cards: [{ frontText: 'moto', backText: 'fire' }] }]);
});

it('a list whose comparison with the deck fails is added, and the server leaves out what the deck has', async () => {
  const added = vi.fn<(cardCount: number, added: number) => void>();
  const sent: unknown[] = [];
  renderScreen({
    screen: <AddSeveral deckId="12" onAdded={added} onClose={() => {}} />,
    path: '/',
    at: '/',
    responses: {
      ExistingCards: () => refusal('UNAVAILABLE', 'Down'),
      AddFlashcards: ({ input }: { input: unknown }) => {
        sent.push(input);
        return { addFlashcards: { __typename: 'Deck', id: '12', cardCount: 2 } };
      },
    },
  });
  await userEvent.click(await screen.findByLabelText('One card per line'));
  await userEvent.paste('mti - tree\nmaji - water');
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 cards' }));
  await waitFor(() => expect(added).toHaveBeenCalledTimes(1));
  expect(sent).toMatchObject([{ existing: 'SKIP', cards: { length: 2 } }]);
  expect(screen.queryByText(/in the deck already/)).toBeNull();
});
