import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { isComposing, isCovered } from '../../../shared/browser/page-keys.ts';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { DeckDetailScreenDocument } from '../deck/deck-page.generated.ts';
import type { PrintedCard, PrintLayout } from './printed-cards.tsx';
import { beforeDrawing, whenDrawn } from './when-drawn.ts';

const perPage = 100;

interface Printout {
  /** Whether these are all cards of the deck, which are printed as soon as they are there. */
  isComplete?: boolean;
  layout: PrintLayout;
  cards: readonly PrintedCard[];
}

const isRich = ({ cards }: Printout) => cards.some(({ format }) => format === 'RICH');

const isPrintKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && (key === 'p' || key === 'P');

/** Loads every card of a deck and prints them. The browser's own key prints them too, instead of the shown page. */
export function usePrinting(deckId: string, shown: readonly PrintedCard[]) {
  const client = useApolloClient();
  const notify = useNotify();
  const [printout, setPrintout] = useState<Printout | null>(null);

  const loadAll = async () => {
    const cards: PrintedCard[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { data } = await client.query({
        query: DeckDetailScreenDocument,
        variables: { id: deckId, page, perPage },
        fetchPolicy: 'no-cache',
      });
      if (!data?.deck) throw new Error('The deck was not loaded');
      cards.push(...data.deck.flashcards.items);
      pages = data.deck.flashcards.pageInfo.totalPages;
    }
    return cards;
  };

  const print = async (layout: PrintLayout) => {
    try {
      const complete = { layout, cards: await loadAll(), isComplete: true };
      await beforeDrawing(isRich(complete));
      setPrintout(complete);
    } catch (error) {
      notify(messageOf(error, t`The cards could not be loaded for printing. Please try again.`), 'error');
    }
  };

  useEffect(() => {
    if (!printout?.isComplete) return undefined;
    const place = document.querySelector('[data-printed]');
    let isOn = true;
    if (place && isRich(printout)) void whenDrawn(place).then(() => isOn && window.print());
    else window.print();
    return () => {
      isOn = false;
    };
  }, [printout]);

  // The menu of the browser waits for nothing, so it prints the shown cards.
  const onBefore = useEffectEvent(() =>
    flushSync(() => setPrintout((before) => before ?? { layout: 'columns', cards: shown })),
  );
  useEffect(() => {
    const onAfter = () => setPrintout(null);
    window.addEventListener('beforeprint', onBefore);
    window.addEventListener('afterprint', onAfter);
    return () => {
      window.removeEventListener('beforeprint', onBefore);
      window.removeEventListener('afterprint', onAfter);
    };
  }, []);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPrintKey(event) || isComposing(event) || isCovered()) return;
    event.preventDefault();
    void print('columns');
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return { printout, print };
}
