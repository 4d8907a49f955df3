import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { expect, it, vi } from 'vitest';
import { refusal } from '../../../../test/render-screen.tsx';
import { fill } from '../../../../test/fill.ts';
import { OcclusionForm } from './occlusion-form.tsx';

const address = `/media/${'a'.repeat(32)}-640x480.webp`;
const mask = (number: number, end = '') =>
  `{{c${number}::image-occlusion:rect:left=0.${number}:top=0.1:width=0.1:height=0.1${end}}}`;
const fields = [
  `${mask(2, ':oi=1::aorta')}\n${mask(5, ':oi=1')}`,
  `before ![The heart](${address}) after`,
  'Which part?',
  '',
  'mine',
];
const card = {
  id: '1',
  frontText: '',
  backText: '',
  format: 'RICH',
  kind: 'image-occlusion',
  version: 3,
} as const;

function open(changed: readonly string[] = fields) {
  const onSave = vi.fn(async () => {});
  const note = { fields: changed, version: 3 };
  render(<OcclusionForm card={card} note={note} noteId="7" onSave={onSave} onClose={() => {}} />);
  return onSave;
}
const part = (name: RegExp) => screen.getByRole('button', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
const saved = (onSave: ReturnType<typeof open>) =>
  (onSave.mock.calls as unknown as [{ fields: string[] }][])[0]?.[0];

it('what is not edited is saved as it was', async () => {
  const onSave = open();
  await save();
  expect(saved(onSave)).toEqual({ frontText: '', backText: '', fields, noteId: '7' });
});

it('the keyboard moves, resizes, adds and removes parts, whose numbers stay', async () => {
  const onSave = open();
  const second = part(/^Part 2\. /);
  fireEvent.keyDown(second, { key: 'ArrowRight' });
  fireEvent.keyDown(second, { key: 'ArrowDown', shiftKey: true });
  fireEvent.keyDown(part(/^Part 1: aorta/), { key: 'Delete' });
  await userEvent.click(screen.getByRole('button', { name: 'Add a rectangle' }));
  fill('Answer for part 2', 'valve');
  await save();
  expect(saved(onSave)?.fields[0]).toBe(
    '{{c5::image-occlusion:rect:left=0.51:top=0.1:width=0.1:height=0.11:oi=1}}\n' +
      '{{c6::image-occlusion:rect:left=0.45:top=0.45:width=0.2:height=0.2:oi=1::valve}}',
  );
});

it('a pointer draws a part by a drag and by two taps, and moves it', async () => {
  const onSave = open(['', fields[1] ?? '', '', '', '']);
  const frame = document.querySelector('[data-parts-frame]')!;
  vi.spyOn(frame, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
  const at = (x: number, y: number) => ({ clientX: x, clientY: y, button: 0, pointerId: 1 });
  const drag = (target: Element, from: [number, number], to: [number, number]) => {
    fireEvent.pointerDown(target, at(...from));
    fireEvent.pointerMove(target, at(...to));
    fireEvent.pointerUp(target, at(...to));
  };
  drag(frame, [10, 10], [30, 20]);
  drag(frame, [50, 50], [50, 50]);
  drag(frame, [70, 80], [70, 80]);
  drag(part(/^Part 1\. /), [15, 15], [20, 25]);
  await userEvent.selectOptions(screen.getByLabelText('While one part is asked for'), 'one');
  await save();
  expect(saved(onSave)?.fields[0]).toBe(
    '{{c1::image-occlusion:rect:left=0.15:top=0.2:width=0.2:height=0.1}}\n' +
      '{{c2::image-occlusion:rect:left=0.5:top=0.5:width=0.2:height=0.3}}',
  );
});

it.each([
  ['no picture', ['', '', '', '', ''], 'Choose a picture.'],
  ['no words', [mask(1), `![](${address})`, '', '', ''], 'Please fill in all required fields.'],
  ['no part', ['', `![a](${address})`, '', '', ''], 'Cover at least one part of the picture.'],
])('a note with %s is not saved', async (_what, changed, reason) => {
  const onSave = open(changed);
  await save();
  expect(screen.getByRole('alert').textContent).toBe(reason);
  expect(onSave).not.toHaveBeenCalled();
});

it('a conflict shows the parts of both in words, and saves what is chosen over the newer version', async () => {
  const theirs = fields.with(0, mask(7, '::septum'));
  const conflict = {
    ...refusal('VERSION_CONFLICT', 'x'),
    extensions: { code: 'VERSION_CONFLICT', current: { fields: theirs, version: 4 } },
  };
  const onSave = open();
  onSave.mockRejectedValueOnce(new CombinedGraphQLErrors({ errors: [conflict] }));
  fill('Question above the picture', 'Which one?');
  await save();
  expect(await screen.findByText(/^Part 1: septum\. Left 70%/)).toBeTruthy();
  expect(screen.queryByText(/image-occlusion:rect/)).toBeNull();
  await userEvent.click(screen.getAllByLabelText('Take theirs')[0]!);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave).toHaveBeenCalledTimes(2));
  const [sent, how] = (onSave.mock.calls as unknown as [{ fields: string[] }, object][])[1]!;
  expect([sent.fields[0], sent.fields[2], how]).toEqual([
    mask(7, '::septum'),
    'Which one?',
    { expectedVersion: 4, isFollowed: false },
  ]);
});

it('the preview covers the part that it asks for, and says so', async () => {
  open();
  const name = 'The heart. Part 1 of 2 is covered';
  await waitFor(() => expect(screen.getByRole('img', { name })).toBeTruthy());
  const drawn = [...screen.getByRole('img', { name }).querySelectorAll('[data-part]')];
  expect(drawn.map((each) => each.getAttribute('data-part'))).toEqual(['asked', 'covered']);
});
