import { t } from '@lingui/core/macro';
import IconButton from '@mui/material/IconButton';
import { useExportMenu } from '../../../shared/export-cards/use-export-menu.tsx';
import { DownloadIcon } from '../../../shared/ui/icons.tsx';

/** Takes the cards of a deck along as a file. */
export function ExportDeck({ deckId }: { deckId: string }) {
  const { button, menu } = useExportMenu(deckId);
  return (
    <>
      <IconButton {...button} aria-label={t`Export`}>
        <DownloadIcon />
      </IconButton>
      {menu}
    </>
  );
}
