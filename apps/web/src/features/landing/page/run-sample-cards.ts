/** Elements whose classes say which side of a card is shown. */
const partsOf = (card: Element) => {
  const turning = card.firstElementChild!;
  return [card, turning, ...turning.children];
};

/** Shows a side of a card by the classes of a sample that shows it. */
function turn(card: Element, sample: Element, isAnswer: boolean) {
  const samples = partsOf(sample);
  for (const [index, part] of partsOf(card).entries()) part.className = samples[index]?.className ?? '';
  const [question, answer] = card.firstElementChild!.children;
  question?.toggleAttribute('inert', isAnswer);
  answer?.toggleAttribute('inert', !isAnswer);
}

/** Runs the cards of the landing page: show the answer, then take the next. */
export function runSampleCards(place: HTMLElement, signal: AbortSignal): void {
  const all = (name: string) => [...place.querySelectorAll<HTMLElement>(`[data-sample="${name}"]`)];
  const [cards, edges, names] = [all('card'), all('edge'), all('spoken')];
  const group = (index: number) => cards[index]!.querySelector('[role="group"]')!;
  const sampleOf = (isAnswer: boolean) =>
    all('look')[Number(isAnswer)]!.querySelector('[role="group"], [aria-label]')!;
  const [flip, next] = all('flip').concat(all('next')) as [HTMLElement, HTMLElement];
  const labels = { question: flip.dataset['question'] ?? '', answer: flip.textContent ?? '' };
  let current = 0;
  let isAnswer = false;

  const show = () => {
    for (const [index, card] of cards.entries()) card.hidden = index !== current;
    for (const [index, edge] of edges.entries()) edge.hidden = index !== current;
    turn(group(current), sampleOf(isAnswer), isAnswer);
    flip.textContent = isAnswer ? labels.question : labels.answer;
    next.hidden = !isAnswer;
    const isLast = current === cards.length - 1;
    next.textContent = (isLast ? next.dataset['again'] : next.dataset['further']) ?? '';
  };
  const turnOver = () => {
    isAnswer = !isAnswer;
    show();
    place.querySelector('[data-sample="live"]')!.textContent =
      (isAnswer ? names[current]?.dataset['answer'] : names[current]?.dataset['question']) ?? '';
  };
  const goOn = () => {
    isAnswer = false;
    show();
    current = (current + 1) % cards.length;
    show();
    flip.focus();
  };
  flip.addEventListener('click', turnOver, { signal });
  next.addEventListener('click', goOn, { signal });
  for (const index of cards.keys()) group(index).addEventListener('click', turnOver, { signal });
}
