import { useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useForm } from '../../shared/lib/use-form.ts';
import { FormField } from '../../shared/ui/fields.tsx';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { cardErrors, emptyCard, type CardValues } from './card-rules.ts';

interface CardDialogProps {
  /** The card to edit; left out to add one. */
  card?: { frontText: string; backText: string };
  onSave: (sides: { frontText: string; backText: string }) => Promise<void>;
  onClose: () => void;
}

const texts = {
  add: {
    heading: 'Add New Flashcard',
    save: 'Add Flashcard',
    missing: 'Please fill in all required fields.',
    failed: 'Failed to add flashcard. Please try again.',
  },
  edit: {
    heading: 'Edit Flashcard',
    save: 'Save Changes',
    missing: 'Both question and answer are required.',
    failed: 'Failed to update flashcard. Please try again.',
  },
};

/** Adds or edits a card. */
export function CardDialog({ card, onSave, onClose }: CardDialogProps) {
  const text = card ? texts.edit : texts.add;
  const [banner, setBanner] = useState<string | null>(null);
  const form = useForm<CardValues>({
    initial: card ? { question: card.frontText, answer: card.backText } : emptyCard,
    validate: cardErrors,
    onInvalid: () => setBanner(text.missing),
    onSubmit: async ({ question, answer }) => {
      setBanner(null);
      await onSave({ frontText: question, backText: answer }).catch((error: unknown) =>
        setBanner(messageOf(error, text.failed)),
      );
    },
  });
  return (
    <FormDialog
      title={text.heading}
      error={banner}
      busy={form.busy}
      save={text.save}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <FormField {...form.field('question')} label="Question" autoFocus multiline minRows={2} maxRows={8} />
      <FormField {...form.field('answer')} label="Answer" multiline minRows={3} maxRows={10} />
    </FormDialog>
  );
}
