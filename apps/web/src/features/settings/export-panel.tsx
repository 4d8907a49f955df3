import { plural, t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { saveFile, fileTimestamp } from '../../shared/browser/save-file.ts';
import { FormAlert } from '../../shared/account/form-alert.tsx';
import { useExportMenu } from '../../shared/export-cards/use-export-menu.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { ArchiveExport } from './archive-export.tsx';
import type { ExportProgress } from './export-data.ts';
import { useFocusAfterWork } from '../../shared/hooks/use-focus-after-work.ts';

const started: ExportProgress = { decks: 0, cards: 0, answers: 0 };
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const progressText = ({ decks, cards, answers }: ExportProgress) =>
  t`Collecting: ${plural(decks, { one: '# deck', other: '# decks' })}, ${plural(cards, { one: '# card', other: '# cards' })}, ${plural(answers, { one: '# answer', other: '# answers' })}.`;

/** Collects everything into one file; leaving the page ends it. */
function useExport() {
  const client = useApolloClient();
  const notify = useNotify();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [error, setError] = useState<string | null>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const collect = async () => {
    const { exportData } = await import('./export-data.ts');
    const pieces: string[] = [];
    const now = () => new Date();
    for await (const piece of exportData({ client, now, pause, onProgress: setProgress })) {
      if (left.current) return;
      pieces.push(piece);
    }
    saveFile(`kumbuka-${fileTimestamp(now())}.json`, new Blob(pieces, { type: 'application/json' }));
    notify(t`Your data is saved as a file.`);
  };
  const collectReviews = async () => {
    const { exportReviews } = await import('./export-data.ts');
    const csv = await exportReviews({ client, pause, onProgress: setProgress });
    if (left.current) return;
    saveFile(`kumbuka-answers-${fileTimestamp(new Date())}.csv`, new Blob([csv], { type: 'text/csv' }));
    notify(t`Your answers are saved as a file.`);
  };
  const run = async (work: () => Promise<void>) => {
    setError(null);
    setProgress(started);
    try {
      await work();
    } catch (failure) {
      setError(
        messageOf(
          failure,
          t`Some of your data could not be collected, so no file was saved. Try again later.`,
        ),
      );
    } finally {
      setProgress(null);
    }
  };
  return { progress, error, start: () => run(collect), startReviews: () => run(collectReviews) };
}

/** All cards in a format of other programs, or as an archive that can be imported again. */
function ExportAllCards() {
  const { button, menu } = useExportMenu(null);
  return (
    <>
      <Button {...button} variant="text" sx={{ ml: { xs: 0, sm: 1 } }}>
        {t`Export all cards`}
      </Button>
      {menu}
    </>
  );
}

export function ExportPanel() {
  const { progress, error, start, startReviews } = useExport();
  const button = useFocusAfterWork(progress !== null);
  return (
    <Panel
      title={t`Your data`}
      note={t`One JSON file with your account, settings, decks, cards, schedules, every answer, payments and generations.`}
    >
      <FormAlert message={error} />
      <Button ref={button} variant="outlined" loading={progress !== null} onClick={() => void start()}>
        {t`Export everything`}
      </Button>
      <Button
        variant="text"
        disabled={progress !== null}
        onClick={() => void startReviews()}
        sx={{ ml: { xs: 0, sm: 1 } }}
      >
        {t`Export answers for FSRS tools (CSV)`}
      </Button>
      <ExportAllCards />
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary', minHeight: 21, mt: 1 }}>
        {progress && progressText(progress)}
      </Typography>
      <ArchiveExport />
    </Panel>
  );
}
