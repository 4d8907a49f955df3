import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../apollo/errors.ts';
import { draftOf, type Draft } from '../../browser/drafts.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useVersioned, type Version } from './use-versioned.ts';
import type { CardFormat } from '../card/side-content.tsx';
import { FormField, verbatim } from '../fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { VersionConflict } from './version-conflict.tsx';
import { cardErrors, emptyCard, hasBlankSide, type CardValues } from './card-rules.ts';

export interface CardSides {
  frontText: string;
  backText: string;
  format?: CardFormat;
}

interface SavedCard extends CardSides {
  id: string;
  version: number;
}

/** Typed sides, and the card that was opened, as it was then. */
export interface CardDraft<Card = SavedCard> {
  card: Card | null;
  values: CardValues;
}

interface CardDialogProps {
  /** The card to edit; left out to add one. */
  card?: SavedCard;
  /** A new card may be followed by another one, for which the dialog stays open. */
  onSave: (sides: CardSides, how: { expectedVersion?: number; isFollowed: boolean }) => Promise<void>;
  onClose: () => void;
  /** Where the typed text is kept, such as the deck. */
  place?: string;
}

/** The draft of this place, unless it is of another card. */
function draftFor(draft: Draft<CardDraft>, card: SavedCard | undefined): CardDraft | null {
  const kept = draft.read();
  return kept && (kept.card?.id ?? null) === (card?.id ?? null) ? kept : null;
}

const isSame = (a: CardValues, b: CardValues) => a.question === b.question && a.answer === b.answer;

const texts = () => ({
  add: {
    heading: t`Add New Flashcard`,
    save: t`Add Flashcard`,
    missing: t`Please fill in all required fields.`,
    failed: t`Failed to add flashcard. Please try again.`,
  },
  edit: {
    heading: t`Edit Flashcard`,
    save: t`Save Changes`,
    missing: t`Both question and answer are required.`,
    failed: t`Failed to update flashcard. Please try again.`,
  },
});

const labels = () => ({ question: t`Question`, answer: t`Answer` });

const savedCard = ({ frontText, backText, version }: SavedCard): Version<CardValues> => ({
  values: { question: frontText, answer: backText },
  version,
});

/** Adds or edits a card. */
export function CardDialog({ card, onSave, onClose, place = 'card' }: CardDialogProps) {
  const [draft] = useState(() => draftOf<CardDraft>(place));
  const [kept] = useState(() => draftFor(draft, card));
  const text = card ? texts().edit : texts().add;
  const [banner, setBanner] = useState<string | null>(null);
  const known = kept?.card ?? card;
  const opened = known ? savedCard(known) : null;
  const isFollowed = useRef(false);
  const question = useRef<HTMLTextAreaElement>(null);
  const versioned = useVersioned<CardValues>({
    opened,
    read: savedCard,
    save: async (values, expectedVersion) => {
      await onSave(
        { frontText: values.question, backText: values.answer },
        { ...(expectedVersion !== undefined && { expectedVersion }), isFollowed: isFollowed.current },
      );
      draft.forget();
    },
    onFailure: (error) => setBanner(messageOf(error, text.failed)),
  });
  const form = useForm<CardValues>({
    initial: opened?.values ?? emptyCard,
    validate: cardErrors,
    onInvalid: () => setBanner(hasBlankSide(form.values) ? text.missing : t`Some fields are too long.`),
    onSubmit: async (values) => {
      setBanner(null);
      const isSaved = await versioned.save(values);
      if (!isSaved || !isFollowed.current) return;
      form.reset();
      question.current?.focus();
    },
  });
  const { values, setAll } = form;
  useEffect(() => {
    if (kept) setAll(kept.values);
  }, [kept, setAll]);
  const [initial] = useState(values);
  useEffect(() => {
    if (!isSame(values, initial)) draft.keep({ card: known ?? null, values });
  }, [draft, initial, known, values]);
  return (
    <FormDialog
      title={text.heading}
      error={banner}
      busy={form.busy}
      save={text.save}
      onSubmit={(event, isOther) => {
        isFollowed.current = isOther;
        return form.submit(event);
      }}
      {...(!card && { other: t`Save and add another` })}
      onClose={() => {
        draft.forget();
        onClose();
      }}
    >
      <FormField
        {...form.field('question')}
        label={t`Question`}
        inputRef={question}
        autoFocus
        multiline
        minRows={2}
        maxRows={8}
        slotProps={{ htmlInput: verbatim }}
      />
      <FormField
        {...form.field('answer')}
        label={t`Answer`}
        multiline
        minRows={3}
        maxRows={10}
        slotProps={{ htmlInput: verbatim }}
      />
      <VersionConflict versioned={versioned} setAll={form.setAll} thing={t`This card`} labels={labels()} />
    </FormDialog>
  );
}
