import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { useForm } from '../../../shared/hooks/use-form.ts';
import { useVersioned, type Version } from '../../../shared/ui/dialog/use-versioned.ts';
import { FormField, SelectField } from '../../../shared/ui/fields.tsx';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { VersionConflict } from '../../../shared/ui/dialog/version-conflict.tsx';
import { languageChoices, languageName } from './deck-languages.ts';
import {
  deckBanner,
  deckErrors,
  difficultyLabel,
  followsTitle,
  newDeck,
  withTitle,
  type DeckValues,
} from './deck-rules.ts';

export interface DeckInput {
  title: string;
  description: string;
  subject: string;
  category: string;
  difficulty: number;
  frontLanguage: string | null;
  backLanguage: string | null;
}

export interface SavedDeck extends DeckInput {
  version: number;
}

interface DeckDialogProps {
  /** The deck to edit; left out to create one. */
  deck?: SavedDeck;
  /** Subjects and categories of the learner's decks, which the fields suggest. */
  suggestions?: { subjects: readonly string[]; categories: readonly string[] };
  onSave: (input: DeckInput, expectedVersion?: number) => Promise<void>;
  onClose: () => void;
}

const savingFailed = () => t`An error occurred while saving the deck.`;
const savedDeck = (deck: SavedDeck): Version<DeckValues> => ({
  values: {
    title: deck.title,
    description: deck.description,
    subject: deck.subject,
    category: deck.category,
    difficulty: String(deck.difficulty),
    frontLanguage: deck.frontLanguage ?? '',
    backLanguage: deck.backLanguage ?? '',
  },
  version: deck.version,
});
const labels = (): Record<keyof DeckValues, string> => ({
  title: t`Title`,
  description: t`Description`,
  subject: t`Subject`,
  category: t`Category`,
  difficulty: t`Difficulty Level`,
  frontLanguage: t`Language of the questions`,
  backLanguage: t`Language of the answers`,
});
function shown(name: string, value: string): string {
  if (name === 'difficulty') return difficultyLabel(Number(value));
  return name.endsWith('Language') ? languageName(value) : value;
}

const noSuggestions = { subjects: [], categories: [] };

function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </datalist>
  );
}

/** Create or edit; closing forgets the fields, because the dialog is mounted only while it is open. */
export function DeckDialog({ deck, suggestions = noSuggestions, onSave, onClose }: DeckDialogProps) {
  const id = useId();
  const [banner, setBanner] = useState<string | null>(null);
  // They are filled in already, so a new deck needs no more than its title.
  const [isFolded, setFolded] = useState(!deck);
  const opened = deck ? savedDeck(deck) : null;
  const versioned = useVersioned<DeckValues>({
    opened,
    read: savedDeck,
    save: ({ difficulty, frontLanguage, backLanguage, ...texts }, version) =>
      onSave(
        {
          ...texts,
          difficulty: Number(difficulty),
          frontLanguage: frontLanguage || null,
          backLanguage: backLanguage || null,
        },
        version,
      ),
    onFailure: (error) => setBanner(messageOf(error, savingFailed())),
  });
  const form = useForm<DeckValues>({
    initial: opened?.values ?? newDeck(suggestions),
    validate: deckErrors,
    onInvalid: (errors) => {
      setBanner(deckBanner(form.values, errors));
      const isFoldedFault = (name: string) => name !== 'title' && !followsTitle(name, form.values);
      if (Object.keys(errors).some(isFoldedFault)) setFolded(false);
    },
    onSubmit: async (values) => {
      const blank = deckBanner(values, {});
      setBanner(blank);
      if (!blank) await versioned.save(values);
    },
  });
  return (
    <FormDialog
      title={deck ? t`Edit Deck` : t`Create New Deck`}
      error={banner}
      busy={form.busy}
      save={deck ? t`Save Changes` : t`Create Deck`}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <FormField
        {...form.field('title')}
        {...(!deck && { onChange: ({ target }) => form.setAll(withTitle(form.values, target.value)) })}
        label={t`Title`}
        autoFocus
        slotProps={required}
      />
      {isFolded && (
        <Button variant="text" onClick={() => setFolded(false)} sx={{ ml: -1.75 }}>
          {t`Description, subject, category and level`}
        </Button>
      )}
      <Box sx={{ display: isFolded ? 'none' : 'block' }}>
        <FormField
          {...form.field('description')}
          label={t`Description`}
          multiline
          minRows={2}
          maxRows={6}
          slotProps={required}
        />
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2 }}>
          <FormField {...form.field('subject')} label={t`Subject`} slotProps={suggesting(`${id}-subjects`)} />
          <FormField
            {...form.field('category')}
            label={t`Category`}
            slotProps={suggesting(`${id}-categories`)}
          />
        </Box>
        <Suggestions id={`${id}-subjects`} values={suggestions.subjects} />
        <Suggestions id={`${id}-categories`} values={suggestions.categories} />
        <FormField {...form.field('difficulty')} label={t`Difficulty Level`} select slotProps={required}>
          {[1, 2, 3, 4, 5].map((level) => (
            <MenuItem key={level} value={String(level)}>
              {difficultyLabel(level)}
            </MenuItem>
          ))}
        </FormField>
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2 }}>
          <SelectField
            {...form.field('frontLanguage')}
            label={t`Language of the questions`}
            choices={languageChoices(form.values.frontLanguage)}
          />
          <SelectField
            {...form.field('backLanguage')}
            label={t`Language of the answers`}
            choices={languageChoices(form.values.backLanguage)}
          />
        </Box>
      </Box>
      <VersionConflict
        versioned={versioned}
        setAll={form.setAll}
        thing={t`This deck`}
        labels={labels()}
        show={shown}
      />
    </FormDialog>
  );
}

/** For assistive technology only: a star on every label would tell nothing, and the frame would leave room for it. */
const required = { htmlInput: { 'aria-required': true } };

const suggesting = (list: string) => ({ htmlInput: { ...required.htmlInput, list } });
