import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '../../apollo/errors.ts';
import { draftOf, type Draft } from '../../browser/drafts.ts';
import { noLanguages, type SideLanguages } from '../../format/own-text.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useVersioned, type Version } from './use-versioned.ts';
import type { CardFormat } from '../card/side-content.tsx';
import { FormField, verbatim } from '../fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { VersionConflict } from './version-conflict.tsx';
import { errorsOf, helpOf, isPicture, labelsOf } from './card-kinds.ts';
import { CardPreview } from './card-preview.tsx';
import { emptyCard, hasBlankSide, isTooLong, type CardValues } from './card-rules.ts';
import { EditorBar } from './editor-bar.tsx';
import { mediaIn, useMedia } from './use-media.ts';
import { insertMark, type Mark } from './insert-mark.ts';

export interface CardSides {
  frontText: string;
  backText: string;
  /** Left out where it stays as it is. */
  format?: CardFormat;
  /** Kind of a new card that is more than a question and an answer. */
  kind?: string;
  /** Fields of a note of a kind with other fields than two sides. */
  fields?: readonly string[];
  /** Note whose fields these are, in place of one card. */
  noteId?: string;
}

export interface SavedCard {
  id: string;
  frontText: string;
  backText: string;
  format: CardFormat;
  kind: string;
  version: number;
}

/** Typed sides, and the card that was opened, as it was then. */
export interface CardDraft<Card = SavedCard> {
  card: Card | null;
  values: CardValues;
  kind: string;
  format: CardFormat;
}

export interface CardDialogProps {
  /** The card to edit; left out to add one. */
  card?: SavedCard;
  /** Text to begin with in place of the card's. */
  proposed?: CardValues;
  /** A new card may be followed by another one, for which the dialog stays open. */
  onSave: (sides: CardSides, how: { expectedVersion?: number; isFollowed: boolean }) => Promise<void>;
  onClose: () => void;
  /** Where the typed text is kept, such as the deck. */
  place?: string;
  languages?: SideLanguages;
  /** Stored note of the card, whose fields are edited. */
  noteId?: string;
  /** Whether it stands where the card stands, in place of a dialog. */
  inPlace?: boolean;
  /** Kind of a new card, and what takes another choice than a kind of two fields. */
  kind?: string;
  onKind?: (kind: string) => void;
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

/** A card, or a note in a conflict. */
type Stored = Pick<SavedCard, 'frontText' | 'backText' | 'version'> | { fields: string[]; version: number };
function savedCard(stored: Stored): Version<CardValues> {
  const [question = '', answer = ''] =
    'fields' in stored ? stored.fields : [stored.frontText, stored.backText];
  return { values: { question, answer }, version: stored.version };
}

type FieldName = keyof CardValues;

/** Adds or edits a card, or the note with the fields of `card`. */
export function CardForm(props: CardDialogProps) {
  const { card, proposed, onSave, onClose, place = 'card', languages = noLanguages, noteId, onKind } = props;
  const [draft] = useState(() => draftOf<CardDraft>(place));
  const [kept] = useState(() => draftFor(draft, card));
  const text = card ? texts().edit : texts().add;
  const [banner, setBanner] = useState<string | null>(null);
  const known = kept?.card ?? card;
  const opened = known ? savedCard(known) : null;
  const [kind, setKind] = useState(props.kind ?? kept?.kind ?? card?.kind ?? 'basic');
  const [format, setFormat] = useState<CardFormat>(kept?.format ?? card?.format ?? 'PLAIN');
  const isFollowed = useRef(false);
  const question = useRef<HTMLTextAreaElement>(null);
  const answer = useRef<HTMLTextAreaElement>(null);
  const lastField = useRef<FieldName>('question');
  const versioned = useVersioned<CardValues>({
    opened,
    read: savedCard,
    save: async (values, expectedVersion) => {
      await onSave(
        {
          frontText: values.question,
          backText: values.answer,
          ...(format !== (known?.format ?? 'PLAIN') && { format }),
          ...(!known && kind !== 'basic' && { kind }),
          ...(noteId !== undefined && { noteId }),
        },
        { ...(expectedVersion !== undefined && { expectedVersion }), isFollowed: isFollowed.current },
      );
      draft.forget();
    },
    onFailure: (error) => setBanner(messageOf(error, text.failed)),
  });
  const form = useForm<CardValues>({
    initial: opened?.values ?? emptyCard,
    validate: errorsOf(kind),
    onInvalid: (errors) => {
      const { question: first, answer: second } = errors;
      if (hasBlankSide(form.values) && kind !== 'cloze') return setBanner(text.missing);
      return setBanner(isTooLong(form.values) ? t`Some fields are too long.` : (first ?? second ?? null));
    },
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
    const begun = proposed ?? kept?.values;
    if (begun) setAll(begun);
  }, [kept, proposed, setAll]);
  const [initial] = useState(values);
  useEffect(() => {
    if (!isSame(values, initial)) draft.keep({ card: known ?? null, values, kind, format });
  }, [draft, format, initial, kind, known, values]);
  const labels = labelsOf(kind);
  const help = helpOf(kind);
  const mark = (chosen: Mark) => {
    const name = chosen === 'gap' ? 'question' : lastField.current;
    const field = (name === 'question' ? question : answer).current;
    if (!field) return;
    if (chosen === 'gap') setKind('cloze');
    else setFormat('RICH');
    const marked = insertMark(chosen, {
      text: values[name],
      from: field.selectionStart,
      to: field.selectionEnd,
    });
    flushSync(() => form.set(name, marked.text));
    field.focus();
    field.setSelectionRange(marked.from, marked.to);
  };
  /** Puts the address where the cursor is, and the cursor where the description belongs. */
  const putMedia = (address: string) => {
    const name = lastField.current;
    const field = (name === 'question' ? question : answer).current;
    const at = field?.selectionEnd ?? form.values[name].length;
    setFormat('RICH');
    flushSync(() =>
      form.set(name, `${form.values[name].slice(0, at)}![](${address})${form.values[name].slice(at)}`),
    );
    field?.focus();
    field?.setSelectionRange(at + 2, at + 2);
  };
  const media = useMedia(putMedia, setBanner);
  const takeFile = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const file = mediaIn(data);
    if (!file) return;
    event.preventDefault();
    void media.add(file);
  };
  const isPlain = format === 'PLAIN' && (kind === 'basic' || kind === 'basic-reversed');
  return (
    <FormDialog
      title={text.heading}
      error={banner}
      busy={form.busy}
      save={text.save}
      inPlace={props.inPlace ?? false}
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
      <EditorBar
        kind={kind}
        format={format}
        {...(!known && {
          onKind: (chosen: string) => (isPicture(chosen) && onKind ? onKind(chosen) : setKind(chosen)),
        })}
        onFormat={setFormat}
        onMark={mark}
        onFile={(file) => void media.add(file)}
        isUploading={media.isUploading}
      />
      <FormField
        {...form.field('question', help)}
        label={labels.question}
        inputRef={question}
        onFocus={() => (lastField.current = 'question')}
        onPaste={(event) => takeFile(event, event.clipboardData)}
        onDrop={(event) => takeFile(event, event.dataTransfer)}
        autoFocus
        multiline
        minRows={2}
        maxRows={8}
        slotProps={{ htmlInput: { ...verbatim, lang: languages.front ?? undefined } }}
      />
      <FormField
        {...form.field('answer')}
        label={labels.answer}
        inputRef={answer}
        onFocus={() => (lastField.current = 'answer')}
        onPaste={(event) => takeFile(event, event.clipboardData)}
        onDrop={(event) => takeFile(event, event.dataTransfer)}
        multiline
        minRows={3}
        maxRows={10}
        slotProps={{ htmlInput: { ...verbatim, lang: languages.back ?? undefined } }}
      />
      {!isPlain && (
        <CardPreview
          fields={[values.question, values.answer]}
          kind={kind}
          format={format}
          languages={languages}
        />
      )}
      <VersionConflict versioned={versioned} setAll={form.setAll} thing={t`This card`} labels={labels} />
    </FormDialog>
  );
}
