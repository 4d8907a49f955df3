import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';
import { useState } from 'react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { cleanTexts } from '../../../shared/format/clean-texts.ts';
import { useForm } from '../../../shared/hooks/use-form.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { FormField } from '../../../shared/ui/fields.tsx';
import type { DeckInput } from './deck-dialog.tsx';

type TitleValues = { title: string };

/** Values of the other fields of a deck; all can be edited later. */
const general = {
  subject: 'General',
  category: 'General',
  difficulty: 3,
  frontLanguage: null,
  backLanguage: null,
} as const;

function titleErrors({ title }: TitleValues) {
  if (title.trim() === '') return { title: t`Title is required` };
  const max = limits.deckTitle;
  return [...title].length > max ? { title: t`At most ${max} characters` } : {};
}

interface QuickDeckProps {
  onSave: (input: DeckInput) => Promise<void>;
  onClose: () => void;
}

/** Form for a deck with a title alone. */
export function QuickDeck({ onSave, onClose }: QuickDeckProps) {
  const [banner, setBanner] = useState<string | null>(null);
  const form = useForm<TitleValues>({
    initial: { title: '' },
    validate: titleErrors,
    onSubmit: async (values) => {
      const { title } = cleanTexts(values);
      setBanner(null);
      await onSave({ title, description: title, ...general }).catch((error: unknown) =>
        setBanner(messageOf(error, t`An error occurred while saving the deck.`)),
      );
    },
  });
  return (
    <FormDialog
      title={t`Quick deck`}
      width="xs"
      error={banner}
      busy={form.busy}
      save={t`Create Deck`}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <FormField
        {...form.field('title', t`Subject, category and level can be set later.`)}
        label={t`Title`}
        autoFocus
        slotProps={{ htmlInput: { 'aria-required': true } }}
      />
    </FormDialog>
  );
}
