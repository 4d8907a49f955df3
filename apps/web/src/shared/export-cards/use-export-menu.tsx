import { Suspense, useState, type MouseEvent, type ReactNode } from 'react';
import { ExportMenu, loadExportMenu } from './lazy-export-menu.tsx';
import { useExportCards } from './use-export-cards.ts';

/** Properties of a button and its menu of formats, for the cards of a deck or of all decks. */
export function useExportMenu(deckId: string | null) {
  const { isExporting, exportCards } = useExportCards(deckId);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const button = {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    loading: isExporting,
    onPointerEnter: loadExportMenu,
    onFocus: loadExportMenu,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  } as const;
  const menu: ReactNode = anchor && (
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
  );
  return { button, menu };
}
