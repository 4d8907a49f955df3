import { plural, t } from '@lingui/core/macro';
import { useLazyQuery, useMutation } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { numberLabel } from '../../../shared/format/format.ts';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import {
  ReplanCardsDocument,
  ReplanningDocument,
  StudyChangesDocument,
  type ReplanningQuery,
} from './changes.generated.ts';

type Preview = NonNullable<ReplanningQuery['viewer']['replanning']>;

const sumOf = (days: Preview['days'], count: (day: Preview['days'][number]) => number) =>
  days.reduce((sum, day) => sum + count(day), 0);

/** What a replanning would do to tomorrow and the next 30 days. */
function sentencesOf({ cards, days }: Preview): string[] {
  const [tomorrow, later] = [days[1], days.slice(1)];
  const [now, then] = [sumOf(later, ({ count }) => count), sumOf(later, ({ replanned }) => replanned)];
  return [
    plural(cards, { one: '# card moves to another day.', other: '# cards move to other days.' }),
    t`Tomorrow: ${numberLabel(tomorrow?.replanned ?? 0)} cards instead of ${numberLabel(tomorrow?.count ?? 0)}.`,
    t`The next 30 days: ${numberLabel(then)} cards instead of ${numberLabel(now)}.`,
  ];
}

/** Plans the cards again by the saved settings, after showing what that does. */
export function Replan() {
  const notify = useNotify();
  const [load, { data, loading }] = useLazyQuery(ReplanningDocument, { fetchPolicy: 'network-only' });
  const [replan, { loading: busy }] = useMutation(ReplanCardsDocument);
  const [isOpen, setOpen] = useState(false);
  const preview = isOpen ? data?.viewer.replanning : null;
  const show = async () => {
    try {
      const { error } = await load();
      if (error) throw error;
      setOpen(true);
    } catch (failure) {
      notify(messageOf(failure, t`Your cards could not be counted. Try again in a moment.`), 'error');
    }
  };
  const run = async () => {
    try {
      await replan({ refetchQueries: [StudyChangesDocument] });
      setOpen(false);
      notify(t`Your cards are planned by your settings. You can undo this under Changes.`);
    } catch (failure) {
      notify(messageOf(failure, t`Your cards may not have been planned again. Look under Changes.`), 'error');
    }
  };
  if (!preview)
    return (
      <Button variant="outlined" loading={loading} onClick={() => void show()} sx={{ mt: 3 }}>
        {t`Also replan my cards`}
      </Button>
    );
  return (
    <Box role="region" aria-label={t`Also replan my cards`} sx={{ mt: 3 }}>
      {preview.cards === 0 ? (
        <Typography>{t`No card moves: your cards are planned by the saved settings.`}</Typography>
      ) : (
        sentencesOf(preview).map((sentence) => <Typography key={sentence}>{sentence}</Typography>)
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 1.5 }}>
        {preview.cards > 0 && (
          <Button variant="contained" loading={busy} onClick={() => void run()}>
            {t`Move the cards`}
          </Button>
        )}
        <Button variant="outlined" onClick={() => setOpen(false)}>
          {preview.cards > 0 ? t`Leave them` : t`Close`}
        </Button>
      </Box>
    </Box>
  );
}
