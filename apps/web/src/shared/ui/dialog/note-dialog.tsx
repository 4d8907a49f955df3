import { useQuery } from '@apollo/client/react';
import { t } from '@lingui/core/macro';
import { Suspense, useEffect } from 'react';
import { messageOf } from '../../apollo/errors.ts';
import { lazyNamed } from '../../browser/lazy-named.tsx';
import { NoteOfCardDocument } from '../../study/edit-card.generated.ts';
import { useNotify } from '../states/snackbars.tsx';
import { isPicture } from './card-kinds.ts';
import { CardForm, type CardDialogProps, type SavedCard } from './card-form.tsx';

const OcclusionForm = lazyNamed(() => import('./occlusion/occlusion-form.tsx'), 'OcclusionForm');

/** Edits the note of a card, once it is there. */
export function NoteDialog({ card, onClose, ...props }: CardDialogProps & { card: SavedCard }) {
  const notify = useNotify();
  const { data, error } = useQuery(NoteOfCardDocument, {
    variables: { ids: [card.id] },
    fetchPolicy: 'network-only',
  });
  const note = data?.flashcards[0]?.note;
  const isMissing = error !== undefined || (data !== undefined && !note);
  useEffect(() => {
    if (!isMissing) return;
    notify(messageOf(error, t`The card could not be opened. Please try again.`), 'error');
    onClose();
  }, [error, isMissing, notify, onClose]);
  if (!note) return <></>;
  if (isPicture(note.kind))
    return (
      <Suspense>
        <OcclusionForm {...props} onClose={onClose} card={card} note={note} noteId={note.id} />
      </Suspense>
    );
  const [frontText = '', backText = ''] = note.fields;
  const { kind, format, version } = note;
  const opened = { id: card.id, frontText, backText, kind, format, version };
  return <CardForm {...props} onClose={onClose} card={opened} noteId={note.id} />;
}
