import { limits } from '@kumbuka/contracts/constants';
import { noteKind, type Mask } from '@kumbuka/contracts/kinds';
import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useId, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { messageOf } from '../../../apollo/errors.ts';
import { draftOf } from '../../../browser/drafts.ts';
import { noLanguages } from '../../../format/own-text.ts';
import { useForm } from '../../../hooks/use-form.ts';
import { shownLanguage } from '../../../i18n/i18n.ts';
import { FormField, SelectField, verbatim } from '../../fields.tsx';
import { useAnnounce } from '../../states/announcer.tsx';
import type { CardDialogProps, CardDraft } from '../card-form.tsx';
import { CardPreview } from '../card-preview.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { KindSelect } from '../kind-select.tsx';
import { mediaIn, useMedia } from '../use-media.ts';
import { useVersioned, type Version } from '../use-versioned.ts';
import { VersionConflict } from '../version-conflict.tsx';
import { emptyNote, fieldsOf, noteOf, type OcclusionNote, type OcclusionValues } from './note-fields.ts';
import { boxInMiddle, nextNumber, placesOf, type Box as Rectangle } from './part-geometry.ts';
import { namesIn } from './part-names.ts';
import { PartList } from './part-list.tsx';
import { PictureParts } from './picture-parts.tsx';

const kind = noteKind('image-occlusion');
const names = ['occlusion', 'image', 'header', 'extra', 'comments'] as const;
type Fields = Record<(typeof names)[number], string>;

const recordOf = (fields: readonly string[]): Fields =>
  Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])) as Fields;
const listOf = (fields: Fields): string[] => names.map((name) => fields[name]);
const labels = () =>
  Object.fromEntries(
    names.map((name, index) => [name, kind.fields[index]?.label[shownLanguage()] ?? '']),
  ) as Fields;

/** A stored note as a conflict brings it. */
const savedNote = ({ fields, version }: { fields: string[]; version: number }): Version<Fields> => ({
  values: recordOf(fields),
  version,
});

/** A field as a learner reads it. */
function shownField(name: string, value: string): string {
  if (name === 'occlusion') return namesIn(value);
  return name === 'image' ? noteOf(['', value]).values.words : value;
}

interface OcclusionDraft extends CardDraft {
  fields: string[];
}

interface OcclusionFormProps extends CardDialogProps {
  /** The stored note that is edited. */
  note?: { fields: readonly string[]; version: number };
}

const isLong = (text: string) => [...text].length > limits.cardSide;

/** What keeps a note from being saved. */
function faultOf(note: OcclusionNote): string | null {
  if (note.address === '') return t`Choose a picture.`;
  if (note.masks.length === 0) return kind.withoutCards?.[shownLanguage()] ?? '';
  if (placesOf(note.masks).size > limits.cardsPerNote) return t`This picture has too many parts.`;
  const fields = fieldsOf(note);
  const sides = kind.cardsOf(fields).flatMap(({ front, back }) => [front, back]);
  return [...fields, ...sides].some(isLong) ? t`Some fields are too long.` : null;
}

/** Adds or edits a picture with covered parts. */
export function OcclusionForm(props: OcclusionFormProps) {
  const { card, note, noteId, onSave, onClose, onKind, place = 'card', languages = noLanguages } = props;
  const [draft] = useState(() => draftOf<OcclusionDraft>(place));
  const [start] = useState((): OcclusionNote => {
    const kept = draft.read();
    const isOfThis = kept?.fields && (kept.card?.id ?? null) === (card?.id ?? null);
    if (isOfThis) return noteOf(kept.fields);
    return note ? noteOf(note.fields) : emptyNote;
  });
  const [masks, setMasks] = useState<readonly Mask[]>(start.masks);
  const [address, setAddress] = useState(start.address);
  const [around, setAround] = useState(start);
  const [coversAll, setCoversAll] = useState(start.masks.every(({ staysCovered }) => staysCovered));
  const [selected, setSelected] = useState<number | null>(null);
  const [banner, setBanner] = useState<string | null>(null);
  const highest = useRef(0);
  const isFollowed = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const pictureId = useId();
  const announce = useAnnounce();
  const failed = card
    ? t`Failed to update flashcard. Please try again.`
    : t`Failed to add flashcard. Please try again.`;
  const versioned = useVersioned<Fields>({
    opened: note ? { values: recordOf(note.fields), version: note.version } : null,
    read: savedNote,
    save: async (values, expectedVersion) => {
      await onSave(
        {
          frontText: '',
          backText: '',
          fields: listOf(values),
          ...(!card && { kind: kind.id, format: 'RICH' }),
          ...(noteId !== undefined && { noteId }),
        },
        { ...(expectedVersion !== undefined && { expectedVersion }), isFollowed: isFollowed.current },
      );
      draft.forget();
    },
    onFailure: (error) => setBanner(messageOf(error, failed)),
  });
  const noteWith = (values: OcclusionValues): OcclusionNote => ({ ...around, masks, address, values });
  const form = useForm<OcclusionValues>({
    initial: start.values,
    validate: ({ words }): { words?: string } =>
      words.trim() === '' ? { words: t`Describe what the picture shows` } : {},
    onInvalid: () =>
      setBanner(address === '' ? t`Choose a picture.` : t`Please fill in all required fields.`),
    onSubmit: async (values) => {
      const fault = faultOf(noteWith(values));
      setBanner(fault);
      if (fault !== null) return;
      const isSaved = await versioned.save(recordOf(fieldsOf(noteWith(values))));
      if (!isSaved || !isFollowed.current) return;
      show(emptyNote);
    },
  });
  const show = (next: OcclusionNote) => {
    setMasks(next.masks);
    setAddress(next.address);
    setAround(next);
    form.setAll(next.values);
    setSelected(null);
  };
  const fields = fieldsOf(noteWith(form.values));
  const written = JSON.stringify(fields);
  const [initial] = useState(written);
  useEffect(() => {
    if (written === initial) return;
    const values = { question: '', answer: '' };
    draft.keep({
      card: card ?? null,
      kind: kind.id,
      format: 'RICH',
      values,
      fields: JSON.parse(written) as string[],
    });
  }, [card, draft, initial, written]);

  const add = (box: Rectangle) => {
    const number = nextNumber(masks, highest.current);
    highest.current = Math.max(number, ...masks.map((mask) => mask.number));
    setMasks([...masks, { ...box, number, staysCovered: coversAll, label: '' }]);
    setSelected(masks.length);
    announce(t`Part ${placesOf(masks).size + 1} added.`);
  };
  const change = (index: number, values: Partial<Mask>) =>
    setMasks((before) => before.map((mask, at) => (at === index ? { ...mask, ...values } : mask)));
  const remove = (index: number) => {
    highest.current = Math.max(highest.current, ...masks.map(({ number }) => number));
    setMasks(masks.filter((_mask, at) => at !== index));
    setSelected(null);
    announce(t`The part is removed.`);
    // What had the focus is gone.
    if (index === masks.length - 1) adder.current?.focus();
  };
  const media = useMedia((stored) => {
    setBanner(null);
    setAddress(stored);
  }, setBanner);
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.type.startsWith('image/')) void media.add(file);
    else setBanner(t`This file is no picture.`);
  };
  const takeFrom = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const file = mediaIn(data);
    if (!file) return;
    event.preventDefault();
    take(file);
  };
  const texts = labels();
  return (
    <FormDialog
      title={card ? t`Edit Flashcard` : t`Add New Flashcard`}
      error={banner}
      busy={form.busy}
      save={card ? t`Save Changes` : t`Add Flashcard`}
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
      <Box
        onPaste={(event) => takeFrom(event, event.clipboardData)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => takeFrom(event, event.dataTransfer)}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
          {onKind && !card && <KindSelect kind={kind.id} onKind={onKind} />}
          <Button
            variant={address === '' ? 'contained' : 'outlined'}
            loading={media.isUploading}
            onClick={() => input.current?.click()}
          >
            {address === '' ? t`Choose a picture` : t`Another picture`}
          </Button>
          {address !== '' && (
            <Button ref={adder} variant="outlined" onClick={() => add(boxInMiddle(masks.length))}>
              {t`Add a rectangle`}
            </Button>
          )}
          <Box
            ref={input}
            id={pictureId}
            component="input"
            type="file"
            accept="image/*"
            aria-label={t`File with a picture`}
            tabIndex={-1}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              // The same file can be chosen again.
              currentTarget.value = '';
              take(file);
            }}
            sx={{ display: 'none' }}
          />
        </Box>
        {address === '' ? (
          <Box sx={{ color: 'text.secondary', mb: 2 }}>
            {t`Choose, paste or drop a picture, or take one with the camera. Then cover the parts to ask for.`}
          </Box>
        ) : (
          <>
            <PictureParts
              address={address}
              words={form.values.words}
              masks={masks}
              selected={selected}
              onSelect={setSelected}
              onAdd={add}
              onChange={change}
              onRemove={remove}
            />
            <PartList
              masks={masks}
              onSelect={setSelected}
              onLabel={(index, label) => change(index, { label })}
              onRemove={remove}
            />
          </>
        )}
        <FormField
          {...form.field('words', t`For learners who do not see the picture`)}
          label={t`Description of the picture`}
          slotProps={{ htmlInput: verbatim }}
        />
        <SelectField
          label={t`While one part is asked for`}
          value={coversAll ? 'all' : 'one'}
          onChange={({ target }) => {
            const staysCovered = target.value === 'all';
            setCoversAll(staysCovered);
            setMasks((before) => before.map((mask) => ({ ...mask, staysCovered })));
          }}
          choices={[
            { value: 'all', label: t`Cover all parts` },
            { value: 'one', label: t`Cover only this part` },
          ]}
        />
        <FormField
          {...form.field('header')}
          label={texts.header}
          multiline
          maxRows={4}
          slotProps={{ htmlInput: { ...verbatim, lang: languages.front ?? undefined } }}
        />
        <FormField
          {...form.field('extra')}
          label={texts.extra}
          multiline
          maxRows={6}
          slotProps={{ htmlInput: { ...verbatim, lang: languages.back ?? undefined } }}
        />
        {address !== '' && masks.length > 0 && (
          <CardPreview fields={fields} kind={kind.id} format="RICH" languages={languages} />
        )}
      </Box>
      <VersionConflict
        versioned={versioned}
        setAll={(values) => show(noteOf(listOf(values)))}
        thing={t`This card`}
        labels={texts}
        show={shownField}
      />
    </FormDialog>
  );
}
