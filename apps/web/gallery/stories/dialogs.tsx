import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { CardDialog } from '../../src/shared/ui/dialog/card-dialog.tsx';
import { ConfirmDialog } from '../../src/shared/ui/dialog/confirm-dialog.tsx';
import { ConflictDialog } from '../../src/shared/ui/dialog/conflict-dialog.tsx';
import { FormDialog } from '../../src/shared/ui/dialog/form-dialog.tsx';
import { VersionConflict } from '../../src/shared/ui/dialog/version-conflict.tsx';
import { FormField } from '../../src/shared/ui/fields.tsx';
import { Pressed } from '../pressed.tsx';
import { doNothing, say, story } from '../story.tsx';

const done = async () => {};
const deletion = () => ({
  open: true,
  title: say('Delete this deck?', 'Ungependa kufuta seti hii?'),
  text: say('Its 30 cards go with it.', 'Kadi zake 30 zitafutwa pia.'),
  onCancel: doNothing,
  onConfirm: doNothing,
});
const form = () => ({
  title: say('New deck', 'Seti mpya'),
  save: say('Create', 'Unda'),
  busy: false,
  onSubmit: doNothing,
  onClose: doNothing,
  children: <FormField label={say('Title', 'Kichwa')} value={say('Cells', 'Seli')} onChange={doNothing} />,
});
const card = () => ({
  format: 'PLAIN' as const,
  kind: 'basic',
  frontText: say('What does a ribosome do?', 'Ribosomu hufanya nini?'),
  backText: say('It makes proteins.', 'Hutengeneza protini.'),
  version: 4,
});
const texts = () => {
  const { frontText: question, backText: answer } = card();
  return {
    base: { question, answer },
    mine: {
      question,
      answer: say('It makes proteins from amino acids.', 'Hutengeneza protini kwa asidi amino.'),
    },
    theirs: { question: say('What do ribosomes do?', 'Ribosomu hufanya nini kwenye seli?'), answer },
  };
};
const named = () => ({
  thing: say('This card', 'Kadi hii'),
  labels: { question: say('Question', 'Swali'), answer: say('Answer', 'Jibu') },
});
const refused = () =>
  Promise.reject(
    new CombinedGraphQLErrors({
      errors: [
        {
          message: say('This deck does not exist.', 'Seti hii haipo.'),
          extensions: { code: 'DECK_NOT_FOUND' },
        },
      ],
    }),
  );

const window = { width: 620 };
const pressed = (drawing: React.ReactNode, state: string) =>
  state.startsWith('sent') ? <Pressed control="[type=submit]">{drawing}</Pressed> : drawing;

export default [
  story(
    { ConfirmDialog },
    {
      asks: deletion,
      busy: () => ({ ...deletion(), confirm: say('Delete', 'Futa'), busy: true }),
    },
    { ...window, frame: 270 },
  ),
  story(
    { FormDialog },
    {
      error: () => ({
        ...form(),
        error: say('You can have at most 1,000 decks.', 'Unaweza kuwa na seti 1,000.'),
      }),
      busy: () => ({ ...form(), busy: true }),
      'with another button': () => ({
        ...form(),
        width: 'xs' as const,
        other: say('Create and add', 'Unda na uongeze'),
      }),
    },
    { ...window, frame: 410 },
  ),
  story(
    { CardDialog },
    {
      add: () => ({ onSave: done, onClose: doNothing }),
      'sent without texts': () => ({ onSave: done, onClose: doNothing }),
      edit: () => ({ card: card(), onSave: done, onClose: doNothing }),
      'sent and refused': () => ({ card: card(), onSave: refused, onClose: doNothing }),
    },
    { ...window, frame: 590, within: pressed },
  ),
  story(
    { ConflictDialog },
    { 'two texts': () => ({ ...named(), ...texts(), onChoose: done, onClose: doNothing }) },
    { width: 1000, frame: 560 },
  ),
  story(
    { VersionConflict },
    {
      'changed meanwhile': () => {
        const { base, mine, theirs } = texts();
        const conflict = { base, mine, theirs: { values: theirs, version: 5 } };
        const versioned = { save: async () => true, conflict, choose: done, leave: doNothing };
        return { ...named(), versioned, setAll: doNothing };
      },
    },
    { width: 1000, frame: 560 },
  ),
];
