import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { FormAlert } from '../../shared/account/form-alert.tsx';
import { saveFile } from '../../shared/browser/save-file.ts';
import { useFocusAfterWork } from '../../shared/hooks/use-focus-after-work.ts';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { megabytes } from '../../shared/format/megabytes.ts';

/** Fetches the archive of the account; leaving the page ends it. */
function useArchive() {
  const notify = useNotify();
  const [bytes, setBytes] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  const fetchArchive = async (signal: AbortSignal) => {
    const { fetchExport } = await import('../../shared/export-cards/fetch-export.ts');
    const made = await fetchExport('json', null, { onBytes: setBytes, signal });
    if (signal.aborted) return;
    if ('sentence' in made) setError(made.sentence ?? t`The archive could not be made. Please try again.`);
    else {
      saveFile(made.name, made.content);
      notify(t`Your archive is saved as a file.`);
    }
  };
  const start = async () => {
    const controller = new AbortController();
    work.current = controller;
    setError(null);
    setBytes(0);
    try {
      await fetchArchive(controller.signal);
    } catch {
      if (!controller.signal.aborted)
        setError(t`The archive broke off, so no file was saved. Please try again.`);
    } finally {
      if (!controller.signal.aborted) setBytes(null);
    }
  };
  return { bytes, error, start };
}

/** Saves everything in one file, with which an empty account becomes this one. */
export function ArchiveExport() {
  const { bytes, error, start } = useArchive();
  const button = useFocusAfterWork(bytes !== null);
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mt: 2, mb: 1.5 }}>
        {t`An archive has your cards with pictures and sounds, every answer, your study settings and payments. An account without decks and answers takes everything but the payments back from it: choose it under Import cards.`}
      </Typography>
      <FormAlert message={error} />
      <Button ref={button} variant="outlined" loading={bytes !== null} onClick={() => void start()}>
        {t`Save an archive`}
      </Button>
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary', minHeight: 21, mt: 1 }}>
        {bytes !== null && t`Received: ${megabytes(bytes)}`}
      </Typography>
    </>
  );
}
