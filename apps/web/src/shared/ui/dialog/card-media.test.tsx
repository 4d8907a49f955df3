import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { CardDialog } from './card-dialog.tsx';

const address = `/media/${'a'.repeat(32)}-8x8.webp`;
const file = new File(['picture'], 'dot.png', { type: 'image/png' });

function open() {
  const UploadMedia = vi.fn((_variables: { input: { data: string } }) => ({
    uploadMedia: { __typename: 'StoredMedia', address },
  }));
  renderScreen({
    screen: <CardDialog onSave={async () => {}} onClose={() => {}} />,
    at: '/mydecks/12',
    responses: { UploadMedia },
  });
  return UploadMedia;
}

afterEach(() => sessionStorage.clear());

it.each([
  ['pasted', (field: Element) => fireEvent.paste(field, { clipboardData: { files: [file] } })],
  ['dropped', (field: Element) => fireEvent.drop(field, { dataTransfer: { files: [file] } })],
])('a picture that is %s is stored and stands where the cursor is, to be described', async (_how, bring) => {
  const uploaded = open();
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Answer');
  field.focus();
  bring(field);
  await waitFor(() => expect(field.value).toBe(`![](${address})`));
  expect(field.selectionStart).toBe(2);
  expect(uploaded.mock.calls[0]?.[0].input.data).toBe(btoa('picture'));
});

it('phones offer their camera for a picture, and a pasted one can be covered', async () => {
  open();
  expect((await screen.findByLabelText('File with a picture or sound')).getAttribute('accept')).toContain(
    'image/*',
  );
  await userEvent.selectOptions(screen.getByLabelText('Kind of card'), 'image-occlusion');
  const field = await screen.findByLabelText('Description of the picture');
  expect(screen.getByLabelText('File with a picture').getAttribute('accept')).toBe('image/*');
  fireEvent.paste(field, { clipboardData: { files: [file] } });
  await screen.findByRole('button', { name: 'Add a rectangle' });
  expect(document.querySelector('[data-parts-frame] img')?.getAttribute('src')).toBe(address);
});

it('a picture with its parts is there again after a reload, until it is discarded', async () => {
  open();
  await userEvent.selectOptions(await screen.findByLabelText('Kind of card'), 'image-occlusion');
  fireEvent.paste(await screen.findByLabelText('Description of the picture'), {
    clipboardData: { files: [file] },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add a rectangle' }));
  fill('Answer for part 1', 'aorta');
  fill('Description of the picture', 'The heart');
  cleanup();
  open();
  expect(await screen.findByDisplayValue('The heart')).toBeTruthy();
  expect(screen.getByDisplayValue('aorta')).toBeTruthy();
  expect(document.querySelector('[data-parts-frame] img')?.getAttribute('src')).toBe(address);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();
  open();
  expect(await screen.findByLabelText('Question')).toBeTruthy();
});
