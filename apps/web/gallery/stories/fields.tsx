import { FilterChoice } from '../../src/shared/ui/filter-choice.tsx';
import { CodeField, FormField, PasswordField, SelectField } from '../../src/shared/ui/fields.tsx';
import { SearchField } from '../../src/shared/ui/search-field.tsx';
import { ApolloProvider } from '@apollo/client/react';
import { DeckPicker } from '../../src/shared/deck-picker/deck-picker.tsx';
import { deckClients } from '../clients.ts';
import { Pressed } from '../pressed.tsx';
import { doNothing, say, story } from '../story.tsx';

const email = () => say('Email', 'Barua pepe');
const levels = () => [
  { value: '1', label: say('Easy', 'Rahisi') },
  { value: '3', label: say('Medium', 'Wastani') },
];
const field = { onChange: doNothing };

export default [
  story(
    { FormField },
    {
      empty: () => ({ ...field, label: email(), value: '' }),
      filled: () => ({ ...field, label: email(), value: 'asha@example.com' }),
      hint: () => ({
        ...field,
        label: email(),
        value: '',
        helperText: say('Only for signing in.', 'Kwa kuingia tu.'),
      }),
      wrong: () => ({
        ...field,
        label: email(),
        value: 'asha@',
        error: true,
        helperText: say('This is no email address.', 'Hii si barua pepe.'),
      }),
      disabled: () => ({ ...field, label: email(), value: 'asha@example.com', disabled: true }),
      lines: () => ({
        ...field,
        label: say('Question', 'Swali'),
        multiline: true,
        minRows: 2,
        value: say('What does a ribosome do?\nWhere is it?', 'Ribosomu hufanya nini?\nIko wapi?'),
      }),
    },
    { width: 260 },
  ),
  story(
    { PasswordField },
    {
      hidden: () => ({ ...field, label: say('Password', 'Nenosiri'), value: 'mti wa mwembe' }),
      wrong: () => ({
        ...field,
        label: say('Password', 'Nenosiri'),
        value: 'mti',
        error: true,
        helperText: say('At least 8 characters', 'Angalau herufi 8'),
      }),
    },
    { width: 260 },
  ),
  story(
    { PasswordFieldShown: PasswordField },
    { shown: () => ({ ...field, label: say('Password', 'Nenosiri'), value: 'mti wa mwembe' }) },
    {
      frame: 110,
      width: 260,
      within: (drawing) => (
        <div style={{ paddingTop: 12 }}>
          <Pressed control="button">{drawing}</Pressed>
        </div>
      ),
    },
  ),
  story(
    { SelectField },
    { chosen: () => ({ ...field, label: say('Difficulty', 'Ugumu'), value: '3', choices: levels() }) },
    { width: 260 },
  ),
  story(
    { CodeField },
    {
      filled: () => ({ ...field, label: say('Code', 'Msimbo'), value: '204816' }),
      wrong: () => ({
        ...field,
        label: say('Code', 'Msimbo'),
        value: '204817',
        error: true,
        helperText: say('The code is wrong.', 'Msimbo si sahihi.'),
      }),
    },
    { width: 260 },
  ),
  story(
    { FilterChoice },
    {
      all: () => ({
        label: say('Subject', 'Somo'),
        value: '',
        choices: [['', say('All', 'Yote')]] as const,
        onChange: doNothing,
      }),
      chosen: () => ({
        label: say('Subject', 'Somo'),
        value: 'bio',
        choices: [['bio', say('Biology', 'Biolojia')]] as const,
        onChange: doNothing,
        isOwn: true,
      }),
    },
    { width: 260 },
  ),
  story(
    { SearchField },
    {
      empty: () => ({ label: say('Search', 'Tafuta'), value: '', onChange: doNothing }),
      filled: () => ({ label: say('Search', 'Tafuta'), value: say('cell', 'seli'), onChange: doNothing }),
    },
    { width: 260 },
  ),
  story(
    { DeckPicker },
    Object.fromEntries(
      Object.keys(deckClients).map((state) => [
        state,
        () => ({
          target: { deckId: '7', title: say('Biology: the cell', 'Biolojia: seli') },
          onPick: doNothing,
          failed: say('Your decks could not be loaded.', 'Seti zako hazikuweza kupakiwa.'),
        }),
      ]),
    ),
    {
      within: (drawing, state) => {
        const client = deckClients[state];
        return client ? <ApolloProvider client={client}>{drawing}</ApolloProvider> : drawing;
      },
    },
  ),
];
