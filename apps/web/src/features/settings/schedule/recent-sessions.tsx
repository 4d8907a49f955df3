import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import { CurrentViewerDocument } from '../../../shared/auth/auth.generated.ts';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { dateTimeLabel } from '../../../shared/format/format.ts';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { PanelRow, PanelRows, RowButton } from '../panel-row.tsx';
import { focusSection } from '../settings-index.tsx';
import { RecentSessionsDocument, StudyChangesDocument, UndoSessionDocument } from './changes.generated.ts';

/** The latest sessions, each of which can be undone as a whole. */
export function RecentSessions() {
  const notify = useNotify();
  const { data } = useQuery(RecentSessionsDocument, { fetchPolicy: 'cache-and-network' });
  const [undo] = useMutation(UndoSessionDocument);
  const sessions = data?.viewer.recentSessions ?? [];
  const undoSession = async (sessionId: string) => {
    try {
      await undo({
        variables: { input: { sessionId } },
        refetchQueries: [RecentSessionsDocument, StudyChangesDocument, CurrentViewerDocument],
      });
      focusSection('changes');
      notify(t`The session is undone. You can take that back under Changes.`);
    } catch (failure) {
      notify(messageOf(failure, t`The session may not have been undone. Try again in a moment.`), 'error');
    }
  };
  if (sessions.length === 0) return <></>;
  return (
    <Box component="details" sx={{ mt: 1 }}>
      <Box component="summary" sx={{ cursor: 'pointer', color: 'meaning.link', py: 1.5 }}>
        {t`Undo a whole session`}
      </Box>
      <PanelRows name={t`Latest sessions`}>
        {sessions.map(({ id, deck, startedAt, answered }) => {
          const [title, time] = [deck?.title ?? t`Several decks`, dateTimeLabel(startedAt)];
          const count = plural(answered, { one: '# answer', other: '# answers' });
          return (
            <PanelRow key={id} title={title} text={`${time}. ${count}`}>
              <RowButton
                label={t`Undo`}
                description={t`Undo the session: ${title}, ${time}`}
                onPress={() => undoSession(id)}
              />
            </PanelRow>
          );
        })}
      </PanelRows>
    </Box>
  );
}
