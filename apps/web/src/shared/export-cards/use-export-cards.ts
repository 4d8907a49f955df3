import { t } from '@lingui/core/macro';
import type { ExportFormat } from '@kumbuka/contracts';
import { useState } from 'react';
import { saveFile } from '../browser/save-file.ts';
import { useNotify } from '../ui/states/snackbars.tsx';

/** Saves the cards of a deck, or of all decks, as a file. */
export function useExportCards(deckId: string | null) {
  const notify = useNotify();
  const [isExporting, setExporting] = useState(false);
  const failed = (sentence: string | null) =>
    notify(sentence ?? t`The cards could not be exported. Please try again.`, 'error');
  const exportCards = async (format: ExportFormat) => {
    setExporting(true);
    try {
      const { fetchExport } = await import('./fetch-export.ts');
      const made = await fetchExport(format, deckId);
      if ('sentence' in made) return failed(made.sentence);
      saveFile(made.name, made.content);
      notify(t`Your cards are saved as a file.`);
    } catch {
      failed(null);
    } finally {
      setExporting(false);
    }
  };
  return { isExporting, exportCards };
}
