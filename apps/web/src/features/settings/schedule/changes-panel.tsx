import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import Typography from '@mui/material/Typography';
import { CurrentViewerDocument } from '../../../shared/auth/auth.generated.ts';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { dateTimeLabel, numberLabel } from '../../../shared/format/format.ts';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { NotLoaded } from '../../../shared/ui/states/not-loaded.tsx';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { PanelRow, PanelRows, RowButton } from '../panel-row.tsx';
import { RecentSessions } from './recent-sessions.tsx';
import { focusSection } from '../settings-index.tsx';
import {
  RecentSessionsDocument,
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
    case 'SESSION':
      return plural(cards, {
        one: 'A session of # answer was undone',
        other: 'A session of # answers was undone',
      });
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
  const { subject, at, undoneAt } = change;
  const [sentence, time] = [sentenceOf(change), dateTimeLabel(at)];
  const isWeights = subject === 'WEIGHTS';
  return (
    <PanelRow
      title={sentence}
      reason={reasonOf(change)}
      text={undoneAt === null ? time : t`${time}. Undone ${dateTimeLabel(undoneAt)}.`}
    >
      {undoneAt === null && (
        <RowButton
          label={isWeights ? t`Go back` : t`Undo`}
          description={isWeights ? t`Go back: ${sentence}, ${time}` : t`Undo: ${sentence}, ${time}`}
          onPress={onUndo}
        />
      )}
    </PanelRow>
  );
}

function undoneText(subject: StudyChangePartsFragment['subject'] | undefined): string {
  switch (subject) {
    case 'WEIGHTS':
      return t`The change is undone. It applies from the next answer of each card.`;
    case 'SESSION':
      return t`The answers of the session count again.`;
    default:
      return t`The change is undone. Your cards have the days that they had before.`;
  }
}

/** Everything that the product changed in the schedule by itself or for many cards at once. */
export function ChangesPanel() {
  const notify = useNotify();
  const { data, loading, refetch } = useQuery(StudyChangesDocument, { fetchPolicy: 'cache-and-network' });
  const [undo] = useMutation(UndoStudyChangeDocument);
  const changes = data?.viewer.studyChanges;
  const undoChange = async (changeId: string) => {
    try {
      const { data: result } = await undo({
        variables: { input: { changeId } },
        refetchQueries: [ReplanningDocument, RecentSessionsDocument, CurrentViewerDocument],
      });
      focusSection('changes');
      notify(undoneText(result?.undoStudyChange.subject));
    } catch (failure) {
      notify(messageOf(failure, t`The change may not have been undone. Try again in a moment.`), 'error');
    }
  };
  return (
    <Panel
      title={t`Changes`}
      note={t`What Kumbuka changed in your schedule. You can undo each change.`}
      action={!changes && !loading && <NotLoaded onRetry={() => void refetch()} />}
    >
      {changes && changes.length > 0 && (
        <PanelRows name={t`Changes of your schedule`}>
          {changes.map((change) => (
            <Change key={change.id} change={change} onUndo={() => undoChange(change.id)} />
          ))}
        </PanelRows>
      )}
      {changes?.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>
          {t`Nothing was changed. Your schedule is the result of your answers.`}
        </Typography>
      )}
      <RecentSessions />
      {!changes && loading && <Typography sx={{ color: 'text.secondary' }}>{t`Loading…`}</Typography>}
    </Panel>
  );
}
