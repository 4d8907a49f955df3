import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CurrentViewerDocument } from '../../../shared/auth/auth.generated.ts';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { dateTimeLabel, numberLabel } from '../../../shared/format/format.ts';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { focusSection } from '../settings-index.tsx';
import {
  ReplanningDocument,
  StudyChangesDocument,
  UndoStudyChangeDocument,
  type StudyChangePartsFragment,
} from './changes.generated.ts';

type Weights = NonNullable<StudyChangePartsFragment['weights']>;

/** How the intervals of cards changed. */
function intervalsOf({ aspect, isLonger }: Weights): string {
  switch (aspect) {
    case 'FIRST_ANSWER':
      return isLonger ? t`New cards wait longer after the first answer` : t`New cards come back sooner`;
    case 'CORRECT':
      return isLonger
        ? t`Your cards wait longer after a correct answer`
        : t`Your cards come back sooner after a correct answer`;
    case 'INCORRECT':
      return isLonger
        ? t`Your cards wait longer after a mistake`
        : t`Your cards come back sooner after a mistake`;
  }
}

/** What a change of weights means for the learner's days. */
function loadOf({ answersBefore, answersAfter }: Weights): string {
  const change = Math.round(answersAfter - answersBefore);
  if (change === 0) return t`about as many a day`;
  const count = Math.abs(change);
  return change < 0 ? t`about ${count} fewer a day` : t`about ${count} more a day`;
}

/** Sentence about a change. */
function sentenceOf({ subject, cards, weights }: StudyChangePartsFragment): string {
  switch (subject) {
    case 'REPLANNED':
      return plural(cards, { one: '# card was planned again', other: '# cards were planned again' });
    case 'WEIGHTS':
      return weights
        ? t`${intervalsOf(weights)}: ${loadOf(weights)}`
        : t`The schedule follows your own memory`;
  }
}

/** What a change is based on; `null` when the learner asked for it. */
const reasonOf = ({ weights }: StudyChangePartsFragment): string | null =>
  weights &&
  t`Learned from ${numberLabel(weights.reviews)} of your reviews. It applies from the next answer of each card.`;

function Change({ change, onUndo }: { change: StudyChangePartsFragment; onUndo: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const sentence = sentenceOf(change);
  const reason = reasonOf(change);
  const isWeights = change.subject === 'WEIGHTS';
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
        {reason && <Typography variant="body2">{reason}</Typography>}
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
          aria-label={
            isWeights
              ? t`Go back: ${sentence}, ${dateTimeLabel(change.at)}`
              : t`Undo: ${sentence}, ${dateTimeLabel(change.at)}`
          }
          onClick={() => void undo()}
        >
          {isWeights ? t`Go back` : t`Undo`}
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
      const { data: result } = await undo({
        variables: { input: { changeId } },
        refetchQueries: [ReplanningDocument, CurrentViewerDocument],
      });
      focusSection('changes');
      notify(
        result?.undoStudyChange.subject === 'WEIGHTS'
          ? t`The change is undone. It applies from the next answer of each card.`
          : t`The change is undone. Your cards have the days that they had before.`,
      );
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
