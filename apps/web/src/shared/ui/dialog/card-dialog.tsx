import { Suspense } from 'react';
import { lazyNamed } from '../../browser/lazy-named.tsx';
import { CardForm, type CardDialogProps } from './card-form.tsx';
import { isOfStoredNote } from './card-kinds.ts';

export type { CardDraft, CardSides } from './card-form.tsx';

const NoteDialog = lazyNamed(() => import('./note-dialog.tsx'), 'NoteDialog');

/** Adds or edits a card. A card of a note that makes several is edited with its note. */
export function CardDialog(props: CardDialogProps) {
  const { card } = props;
  if (!card || !isOfStoredNote(card.kind)) return <CardForm {...props} />;
  return (
    <Suspense>
      <NoteDialog {...props} card={card} />
    </Suspense>
  );
}
