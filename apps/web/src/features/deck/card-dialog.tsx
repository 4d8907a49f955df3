import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useForm } from '../../shared/lib/use-form.ts';
import { FormField } from '../../shared/ui/fields.tsx';
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
    <Dialog
      open
      onClose={form.busy ? () => {} : onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby="card-dialog-title"
    >
      <Box
        component="form"
        noValidate
        onSubmit={form.submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id="card-dialog-title">{text.heading}</DialogTitle>
        <DialogContent>
          {banner && (
            <Alert severity="error" sx={{ mb: 2.5 }}>
              {banner}
            </Alert>
          )}
          <Box sx={{ pt: 1 }}>
            <FormField
              {...form.field('question')}
              label="Question"
              autoFocus
              multiline
              minRows={2}
              maxRows={8}
            />
            <FormField {...form.field('answer')} label="Answer" multiline minRows={3} maxRows={10} />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" disabled={form.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={form.busy}>
            {text.save}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
