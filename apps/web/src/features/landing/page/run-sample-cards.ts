/** Answer of a visitor. */
interface SampleAnswer {
  question: string;
  wasCorrect: boolean;
  timeSpentMinutes: number;
}

/** Keeps the answers to the cards of a starter deck. */
export type KeepAnswers = (catalogId: string, answers: readonly SampleAnswer[]) => void;

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

const msPerMinute = 60_000;

/** Stands for the value in a sentence of the page. */
export const gap = '{}';

/** What the script knows of the deck that is played. */
interface Play {
  deck: number;
  isAnswer: boolean;
  answers: SampleAnswer[];
  /** When the current card was shown, in milliseconds. */
  since: number;
}

const begin = (deck: number): Play => ({ deck, isAnswer: false, answers: [], since: Date.now() });

/** Runs the cards of the landing page: choose a subject, answer five cards. Visitors may then keep them. */
export function runSampleCards(place: HTMLElement, signal: AbortSignal, keep?: KeepAnswers): void {
  const all = (name: string, root: Element = place) => [
    ...root.querySelectorAll<HTMLElement>(`[data-sample="${name}"]`),
  ];
  const one = (name: string) => all(name)[0]!;
  const decks = all('deck').map((deck) => ({
    catalogId: deck.dataset['catalogId'] ?? '',
    cards: all('card', deck),
  }));
  const cardLook = (isAnswer: boolean) => all('look')[Number(isAnswer)]!.querySelector('[role="group"]')!;
  const ticksOf = (name: string) => [...one(name).firstElementChild!.children];
  const [currentTick, openTick, rightTick, wrongTick] = ticksOf('edge-looks') as [
    Element,
    Element,
    Element,
    Element,
  ];
  let play = begin(0);

  const group = (card: Element) => card.querySelector<HTMLElement>('[role="group"]')!;
  const current = () => decks[play.deck]!.cards[play.answers.length];
  const textOf = (side: 'question' | 'answer') =>
    current()?.querySelectorAll('[data-card-text]')[Number(side === 'answer')]?.textContent ?? '';
  const say = (text: string) => void (one('live').textContent = text);
  /** A sentence of the page around a value, because messages with values need 2 kB of code. */
  const sentence = (name: 'question' | 'answer' | 'score', value: string) =>
    (one('live').dataset[name] ?? '').replace(gap, () => value);

  const tickOf = (index: number) => {
    const answer = play.answers[index];
    if (answer) return answer.wasCorrect ? rightTick : wrongTick;
    return index === play.answers.length ? currentTick : openTick;
  };
  const show = () => {
    const card = current();
    for (const each of decks.flatMap(({ cards }) => cards)) each.hidden = each !== card;
    if (card) turn(group(card), cardLook(play.isAnswer), play.isAnswer);
    for (const [index, tick] of ticksOf('edge').entries()) tick.className = tickOf(index).className;
    one('cards').hidden = !card;
    one('on-question').hidden = !card || play.isAnswer;
    one('on-answer').hidden = !card || !play.isAnswer;
    one('result').hidden = card !== undefined;
    for (const [index, offer] of all('offer').entries()) offer.hidden = index !== play.deck;
    for (const [index, button] of all('subject').entries())
      button.setAttribute('aria-pressed', String(index === play.deck));
  };
  const showResult = () => {
    const right = play.answers.filter(({ wasCorrect }) => wasCorrect).length;
    const score = sentence('score', String(right));
    one('score').textContent = score;
    say(score);
    (all('keep')[0] ?? one('again')).focus({ preventScroll: true });
  };

  const flip = () => {
    const card = current();
    if (!card) return;
    play = { ...play, isAnswer: !play.isAnswer };
    show();
    const side = play.isAnswer ? 'answer' : 'question';
    say(sentence(side, textOf(side)));
    // Never to 'Correct', because Space would answer.
    group(card).focus({ preventScroll: true });
  };
  const answer = (wasCorrect: boolean) => {
    const timeSpentMinutes = Math.min(60, (Date.now() - play.since) / msPerMinute);
    const given = { question: textOf('question'), wasCorrect, timeSpentMinutes };
    play = { ...play, isAnswer: false, answers: [...play.answers, given], since: Date.now() };
    show();
    if (current()) one('flip').focus({ preventScroll: true });
    else showResult();
  };
  const start = (deck: number) => {
    const before = current();
    if (before) turn(group(before), cardLook(false), false);
    play = begin(deck);
    show();
  };
  const listen = (element: Element, run: () => void) => element.addEventListener('click', run, { signal });
  listen(one('flip'), flip);
  listen(one('right'), () => answer(true));
  listen(one('wrong'), () => answer(false));
  listen(one('again'), () => {
    start(play.deck);
    one('flip').focus();
  });
  for (const link of all('keep')) listen(link, () => keep?.(decks[play.deck]!.catalogId, play.answers));
  for (const [index, button] of all('subject').entries()) listen(button, () => start(index));
  for (const card of decks.flatMap(({ cards }) => cards)) listen(group(card), flip);
}
