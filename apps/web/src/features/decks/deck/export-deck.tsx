import { t } from '@lingui/core/macro';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { ExportMenu, loadExportMenu } from '../../../shared/export-cards/lazy-export-menu.tsx';
import { useExportCards } from '../../../shared/export-cards/use-export-cards.ts';
import { DownloadIcon } from '../../../shared/ui/icons.tsx';

/** Takes the cards of a deck along as a file. */
export function ExportDeck({ deckId }: { deckId: string }) {
  const { isExporting, exportCards } = useExportCards(deckId);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={t`Export`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        loading={isExporting}
        onPointerEnter={loadExportMenu}
        onFocus={loadExportMenu}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <DownloadIcon />
      </IconButton>
      {anchor && (
        <Suspense>
          <ExportMenu
            anchor={anchor}
            onClose={() => setAnchor(null)}
            onChoose={(format) => {
              setAnchor(null);
              void exportCards(format);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
