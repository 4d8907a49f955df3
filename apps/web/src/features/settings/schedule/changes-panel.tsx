import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { dateTimeLabel } from '../../../shared/format/format.ts';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { focusSection } from '../settings-index.tsx';
import {
  ReplanningDocument,
  StudyChangesDocument,
  UndoStudyChangeDocument,
  type StudyChangePartsFragment,
} from './changes.generated.ts';

/** Sentence about a change. */
function sentenceOf({ subject, cards }: StudyChangePartsFragment): string {
  switch (subject) {
    case 'REPLANNED':
      return plural(cards, { one: '# card was planned again', other: '# cards were planned again' });
  }
}

function Change({ change, onUndo }: { change: StudyChangePartsFragment; onUndo: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const sentence = sentenceOf(change);
  const undo = async () => {
    setBusy(true);
    await onUndo();
    setBusy(false);
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        py: 1.5,
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{sentence}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {change.undoneAt === null
            ? dateTimeLabel(change.at)
            : t`${dateTimeLabel(change.at)}. Undone ${dateTimeLabel(change.undoneAt)}.`}
        </Typography>
      </Box>
      {change.undoneAt === null && (
        <Button
          variant="outlined"
          size="small"
          loading={busy}
          aria-label={t`Undo: ${sentence}, ${dateTimeLabel(change.at)}`}
          onClick={() => void undo()}
        >
          {t`Undo`}
        </Button>
      )}
    </Box>
  );
}

/** Everything that the product changed in the schedule by itself or for many cards at once. */
export function ChangesPanel() {
  const notify = useNotify();
  const { data, loading } = useQuery(StudyChangesDocument, { fetchPolicy: 'cache-and-network' });
  const [undo] = useMutation(UndoStudyChangeDocument);
  const changes = data?.viewer.studyChanges;
  const undoChange = async (changeId: string) => {
    try {
      await undo({ variables: { input: { changeId } }, refetchQueries: [ReplanningDocument] });
      focusSection('changes');
      notify(t`The change is undone. Your cards have the days that they had before.`);
    } catch (failure) {
      notify(messageOf(failure, t`The change may not have been undone. Try again in a moment.`), 'error');
    }
  };
  return (
    <Panel title={t`Changes`} note={t`What Kumbuka changed in your schedule. You can undo each change.`}>
      {changes && changes.length > 0 ? (
        <Box component="ul" aria-label={t`Changes of your schedule`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {changes.map((change) => (
            <Change key={change.id} change={change} onUndo={() => undoChange(change.id)} />
          ))}
        </Box>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          {changes
            ? t`Nothing was changed. Your schedule is the result of your answers.`
            : loading
              ? t`Loading…`
              : t`The changes cannot be listed right now.`}
        </Typography>
      )}
    </Panel>
  );
}
