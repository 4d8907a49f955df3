import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
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
