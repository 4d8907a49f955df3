import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { chooseFile } from '../../shared/browser/chosen-file.ts';
import { refusal, renderScreen, type Responses } from '../../test/render-screen.tsx';
import { ImportPage } from './import-page.tsx';

const blank = {
  __typename: 'Import',
  id: 'i1',
  state: 'READY',
  fileName: 'words.csv',
  size: 12,
  received: 12,
  format: 'table',
  notes: 2,
  cards: 2,
  studied: 0,
  media: 0,
  decks: [],
  addedCards: 2,
  existingCards: 0,
  changedNotes: 0,
  updatedNotes: 0,
  scheduledCards: 0,
  processedNotes: 0,
  reports: [],
  sample: [],
  table: null,
  encodings: [],
  restores: null,
  archivedAnswers: 0,
  failure: null,
  madeDecks: [],
  canBeUndone: false,
};
const imports = (...runs: object[]) => ({ viewer: { __typename: 'User', id: '7', imports: runs } });
const open = (responses: Responses) =>
  renderScreen({ screen: <ImportPage />, path: '/import', at: '/import', responses });
const choose = async (name: string, content: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for a file.');
  fireEvent.change(input, { target: { files: [new File([content], name)] } });
};

it('a chosen file is sent in pieces, previewed, and added', async () => {
  const sent: string[] = [];
  let run: object = blank;
  let isMade = false;
  open({
    ImportScreen: () => (isMade ? imports(run) : imports()),
    CreateImport: () => {
      isMade = true;
      return { createImport: { ...blank, state: 'UPLOADING', received: 0 } };
    },
    UploadImportPiece: ({ input }: { input: { offset: number; data: string } }) => {
      sent.push(`${input.offset} ${atob(input.data)}`);
      return { uploadImportPiece: { __typename: 'Import', id: 'i1', state: 'READY', received: 12 } };
    },
    ImportProgress: () => ({ import: run }),
    StartImport: () => {
      const madeDecks = [{ __typename: 'Deck', id: '5', title: 'words', cardCount: 2 }];
      run = { ...blank, state: 'DONE', madeDecks, canBeUndone: true };
      return { startImport: run };
    },
  });
  await screen.findByText('Choose a file');
  await choose('words.csv', 'a,b\nc,d\n');
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 cards' }));
  expect(await screen.findByText('2 cards were added.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Study' }).getAttribute('href')).toBe('/study/5');
  expect(screen.getByRole('button', { name: 'Undo the import' })).toBeTruthy();
  expect(sent).toEqual(['0 a,b\nc,d\n']);
});

it('a lost connection does not end an upload, and no piece is left out', async () => {
  let failures = 1;
  const offsets: number[] = [];
  open({
    ImportScreen: () => imports(),
    CreateImport: () => ({ createImport: { ...blank, state: 'UPLOADING', received: 0 } }),
    UploadImportPiece: ({ input }: { input: { offset: number } }) => {
      offsets.push(input.offset);
      if (failures-- > 0) return refusal('UNAVAILABLE', 'Down');
      return { uploadImportPiece: { __typename: 'Import', id: 'i1', state: 'READING', received: 12 } };
    },
  });
  await screen.findByText('Choose a file');
  await choose('a.txt', 'x'.repeat(700_000));
  await waitFor(() => expect(offsets).toEqual([0, 0, 655_360]), { timeout: 5_000 });
});

it('a running import is shown after a reload, with its progress', async () => {
  open({
    ImportScreen: () => imports({ ...blank, state: 'RUNNING', notes: 4, processedNotes: 1 }),
    ImportProgress: () => ({ import: { ...blank, state: 'RUNNING', notes: 4, processedNotes: 1 } }),
  });
  expect(await screen.findByText(/Adding the cards.*25%/)).toBeTruthy();
});

it('a file that cannot be imported gets its reason as a sentence, and another file can be chosen', async () => {
  open({ ImportScreen: () => imports({ ...blank, state: 'FAILED', failure: 'encrypted', addedCards: 0 }) });
  expect(await screen.findByText('The file is encrypted. Export it without a password.')).toBeTruthy();
  expect(screen.getByText('Choose another file')).toBeTruthy();
  expect(screen.queryByText('Undo the import')).toBeNull();
});

it('an import that could not be undone says so, stays as it is, and can be undone again', async () => {
  const undo = vi.fn(({ input }: { input: { id: string } }) =>
    undo.mock.calls.length === 1
      ? refusal('UNAVAILABLE', 'Down')
      : { undoImport: { ...blank, id: input.id, state: 'UNDONE', addedCards: 0 } },
  );
  open({
    ImportScreen: () => imports({ ...blank, state: 'DONE', canBeUndone: true }),
    UndoImport: undo,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the import' }));
  expect(await screen.findByText('Down')).toBeTruthy();
  expect(screen.getByText('2 cards were added.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo the import' }));
  await waitFor(() => expect(screen.queryByText('2 cards were added.')).toBeNull());
  expect(screen.queryByText('Down')).toBeNull();
  expect(undo.mock.calls.map(([{ input }]) => input)).toEqual([{ id: 'i1' }, { id: 'i1' }]);
});

it('an encoding that could not be applied says so, and can be chosen again', async () => {
  const encodings = [{ __typename: 'ImportEncoding', encoding: 'windows-1252', sample: 'café' }];
  const prepare = vi.fn(() =>
    prepare.mock.calls.length === 1
      ? refusal('UNAVAILABLE', 'Down')
      : { prepareImport: { ...blank, encodings: [], state: 'READING' } },
  );
  open({
    ImportScreen: () => imports({ ...blank, encodings }),
    ImportProgress: () => ({ import: { ...blank, encodings: [], state: 'READING' } }),
    PrepareImport: prepare,
  });
  const choose1252 = async () => {
    await userEvent.click(await screen.findByRole('combobox', { name: 'Which text is right?' }));
    await userEvent.click(await screen.findByRole('option', { name: /windows-1252/ }));
  };
  await choose1252();
  expect(await screen.findByText('Down')).toBeTruthy();
  await choose1252();
  expect(await screen.findByText(/Reading the file/)).toBeTruthy();
  expect(prepare).toHaveBeenCalledTimes(2);
});

it('a file that was chosen before the list of imports came is shown when it was sent', async () => {
  let run: object | null = null;
  chooseFile(new File(['a,b'], 'words.csv'));
  open({
    ImportScreen: async () => {
      const now = run;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return now ? imports(now) : imports();
    },
    CreateImport: () => {
      run = { ...blank, state: 'UPLOADING', size: 3, received: 0 };
      return { createImport: run };
    },
    UploadImportPiece: () => {
      run = { ...blank, size: 3, received: 3 };
      return { uploadImportPiece: { __typename: 'Import', id: 'i1', state: 'READY', received: 3 } };
    },
  });
  expect(await screen.findByRole('button', { name: 'Import 2 cards' })).toBeTruthy();
});

it('cards of a package are shown as they will be studied, without the marks of their text', async () => {
  const sample = [
    { frontText: 'Capital of **Kenya**?', backText: '![](<nairobi.png>) Nairobi', format: 'RICH' },
  ];
  open({
    ImportScreen: () =>
      imports({ ...blank, sample: sample.map((each) => ({ __typename: 'ImportSample', ...each })) }),
  });
  expect((await screen.findByText('Kenya')).localName).toBe('strong');
  expect(screen.queryByText(/nairobi\.png|\*\*/)).toBeNull();
});

it('an import that was started is followed although an earlier response shows it as ready once more', async () => {
  open({
    ImportScreen: () => imports({ ...blank, state: 'READY' }),
    StartImport: () => ({ startImport: { ...blank, state: 'READY' } }),
    ImportProgress: () => ({ import: { ...blank, state: 'DONE' } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 cards' }));
  expect(await screen.findByText('2 cards were added.')).toBeTruthy();
});
