import { Suspense, useState } from 'react';
import { draftOf } from '../../browser/drafts.ts';
import { lazyNamed } from '../../browser/lazy-named.tsx';
import { CardForm, type CardDialogProps, type CardDraft } from './card-form.tsx';
import { isOfStoredNote, isPicture } from './card-kinds.ts';

export type { CardDraft, CardSides } from './card-form.tsx';

const NoteDialog = lazyNamed(() => import('./note-dialog.tsx'), 'NoteDialog');
const OcclusionForm = lazyNamed(() => import('./occlusion/occlusion-form.tsx'), 'OcclusionForm');

/** Adds a card; a kind with a form of its own takes its place. */
function NewCard(props: CardDialogProps) {
  const [kind, setKind] = useState(
    () => props.kind ?? draftOf<CardDraft>(props.place ?? 'card').read()?.kind ?? 'basic',
  );
  if (!isPicture(kind)) return <CardForm {...props} kind={kind} onKind={setKind} />;
  return (
    <Suspense>
      <OcclusionForm {...props} onKind={setKind} />
    </Suspense>
  );
}

/** Adds or edits a card. A card of a note that makes several is edited with its note. */
export function CardDialog(props: CardDialogProps) {
  const { card } = props;
  if (!card) return <NewCard {...props} />;
  if (!isOfStoredNote(card.kind)) return <CardForm {...props} />;
  return (
    <Suspense>
      <NoteDialog {...props} card={card} />
    </Suspense>
  );
}
