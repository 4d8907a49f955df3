import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import type { Rewriting } from '../../shared/ai/open-generation.ts';
import { onOpenBilling } from '../../shared/plan/open-billing.ts';
import { fill } from '../../test/fill.ts';
import { passTime } from '../../test/pass-time.ts';
import { refusal, renderScreen, type Responses } from '../../test/render-screen.tsx';
import { GenerationDialog } from './generation-dialog.tsx';

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const studyText = 'The Tana is the longest river of Kenya. It flows into the Indian Ocean.';
const rivers = { deckId: '12', title: 'Rivers' };

const aCard = (id: string, changes: object = {}) => ({
  __typename: 'GeneratedCard',
  id,
  question: `Question ${id}`,
  answer: `Answer ${id}`,
  source: null,
  duplicateOf: null,
  ...changes,
});
const aGeneration = (changes: object = {}) => ({
  __typename: 'Generation',
  id: '5',
  state: 'READY',
  asked: 12,
  made: 2,
  expectedSeconds: 3,
  provider: 'embedded',
  isFallback: false,
  failure: null,
  title: 'The Tana is',
  createdAt: '2026-11-20T08:00:00Z',
  cards: [aCard('1'), aCard('2')],
  repeats: [],
  shortfall: null,
  insertions: [],
  ...changes,
});
const plan = (remaining: number) => ({
  viewer: {
    __typename: 'User',
    id: '7',
    subscription: null,
    aiQuota: {
      __typename: 'AiQuota',
      used: 5 - remaining,
      limit: 5,
      remaining,
      unlimited: false,
      resetsAt: '2026-11-30T21:00:00Z',
    },
  },
});
const earlier = (items: object[] = []) => ({
  viewer: {
    __typename: 'User',
    id: '7',
    generations: {
      __typename: 'GenerationPage',
      items,
      pageInfo: { __typename: 'PageInfo', page: 1, totalPages: 1, totalItems: items.length },
    },
  },
});

interface Insertion {
  input: { deckId: string; cards: { question: string; answer: string }[] };
}
function inserting(seen: Insertion['input'][] = []) {
  return ({ input }: Insertion) => {
    seen.push(input);
    const insertions = [{ __typename: 'Insertion', deckId: input.deckId, inserted: input.cards.length }];
    return {
      insertGeneratedCards: {
        __typename: 'InsertedCards',
        inserted: input.cards.length,
        generation: { __typename: 'Generation', id: '5', isFallback: false, insertions },
        deck: { __typename: 'Deck', id: input.deckId, cardCount: 14 },
      },
    };
  };
}

const aQuery = (media: string) => ({
  media,
  matches: media.includes('599.95'),
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
});

function Opener({ target, rewriting }: { target: typeof rivers | null; rewriting?: Rewriting | undefined }) {
  const [open, setOpen] = useState(true);
  const { user } = useAuth();
  if (!user) return <></>;
  return (
    <>
      <button onClick={() => setOpen(true)}>Reopen</button>
      <GenerationDialog open={open} target={target} rewriting={rewriting} onClose={() => setOpen(false)} />
    </>
  );
}

async function open(responses: Responses = {}, target: typeof rivers | null = rivers, rewriting?: Rewriting) {
  localStorage.setItem('authToken', 'tok');
  const shown = renderScreen({
    screen: <Opener target={target} rewriting={rewriting} />,
    at: '/mydecks/12',
    responses: {
      CurrentPlan: () => plan(3),
      EarlierGenerations: () => earlier(),
      GenerateCards: () => ({ generateCards: aGeneration() }),
      InsertGeneratedCards: inserting(),
      ...responses,
    },
  });
  await screen.findByRole('dialog', { name: 'Generate flashcards with AI' });
  return shown;
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

it('the generation dialog asks for 30 characters, then says what the prompt costs', async () => {
  await open();
  expect(screen.getByText('At least 30 characters (0 so far).')).toBeTruthy();
  fill('Study text', 'x'.repeat(29));
  expect(button('Preview').disabled).toBe(true);
  expect(button('Generate & Insert').disabled).toBe(true);
  fill('Study text', studyText);
  expect(await screen.findByText('Uses 1 of your 3 free prompts left this month.')).toBeTruthy();
  expect(button('Preview').disabled).toBe(false);
  expect(screen.getByRole('combobox', { name: 'Cards' }).textContent).toBe('12');
});

it('the generation dialog inserts exactly the pairs of the preview, edited and without the excluded ones', async () => {
  const seen: Insertion['input'][] = [];
  const { router } = await open({ InsertGeneratedCards: inserting(seen) });
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  expect(
    await screen.findByText('Edits are not persisted in preview: they are kept when you insert the cards.'),
  ).toBeTruthy();
  expect(button('Insert 2 Cards')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Insert card 1' }));
  await userEvent.click(button('Edit card 2'));
  fill('Question 2', 'Where does the Tana end?');
  await userEvent.click(button('Done'));
  await userEvent.click(button('Insert 1 Cards'));
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
  expect(seen).toEqual([
    {
      generationId: '5',
      deckId: '12',
      cards: [{ question: 'Where does the Tana end?', answer: 'Answer 2' }],
    },
  ]);
  expect(await screen.findByText('1 card added to Rivers.')).toBeTruthy();
});

it('the generation dialog gives a reason when there are fewer cards than requested', async () => {
  await open({ GenerateCards: () => ({ generateCards: aGeneration({ shortfall: 'TIME' }) }) });
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  expect((await screen.findByText(/^Your text gave/)).textContent).toMatch(
    /^Your text gave 2 cards of 12, because time ran out\./,
  );
});

it('a duplicate that was left out and the reason of missing cards are named, even without a preview', async () => {
  const left = { shortfall: 'TEXT', repeats: ['What is a delta?'] };
  await open({
    GenerateCards: () => ({ generateCards: aGeneration(left) }),
    InsertGeneratedCards: inserting(),
  });
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  expect(await screen.findByText('What is a delta?')).toBeTruthy();
  expect(screen.getByText(/it has no more sentences or pairs/)).toBeTruthy();
  await userEvent.click(button('Back'));
  await userEvent.click(button('Generate & Insert'));
  const said = await screen.findByText(/^2 cards added to Rivers\./);
  expect(said.textContent).toMatch(/gave 2 cards of 12: .* Left out as a repeat: What is a delta\?$/);
});

it('the preview is announced to screen readers within the dialog', async () => {
  await open();
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getAllByRole('status').map(({ textContent }) => textContent)).toContain('');
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  expect((await dialog.findByText('Ready: 2 cards.')).getAttribute('role')).toBe('status');
});

it('a card that is rewritten is shown above the proposals, and one of them can take its place', async () => {
  const onUse = vi.fn();
  await open({}, rivers, { question: 'Old question', answer: 'Old answer', onUse });
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  const now = await screen.findByRole('group', { name: 'The card now' });
  expect(within(now).getByText('Old question')).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Use for this card' })[1]!);
  expect(onUse.mock.lastCall?.[0]).toMatchObject({ question: 'Question 2', answer: 'Answer 2' });
});

const front30 = (front: string) => front.padEnd(30, '.');

/** Buttons that open the dialog for one card each, as the list of slipping cards does. */
function Rewritings({ onUse }: { onUse: (front: string, sides: object) => void }) {
  const [card, setCard] = useState('');
  const [open, setOpen] = useState(false);
  const rewriting = { question: card, answer: 'Yes', onUse: (sides: object) => onUse(card, sides) };
  return (
    <>
      {['First', 'Second'].map((front) => (
        <button
          key={front}
          onClick={() => {
            setCard(front);
            setOpen(true);
          }}
        >
          {front}
        </button>
      ))}
      {card && (
        <GenerationDialog
          open={open}
          target={rivers}
          text={front30(card)}
          rewriting={rewriting}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

async function openRewriting(responses: Responses = {}) {
  const used = vi.fn();
  localStorage.setItem('authToken', 'tok');
  renderScreen({
    screen: <Rewritings onUse={used} />,
    at: '/statistics',
    responses: {
      CurrentPlan: () => plan(3),
      EarlierGenerations: () => earlier(),
      GenerateCards: () => ({ generateCards: aGeneration() }),
      ...responses,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'First' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  return used;
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it.each(['Use for this card', 'Close'])(
  'a second card that is rewritten does not get the proposals of the first after %s',
  async (left) => {
    await openRewriting();
    await screen.findByText('Question 1');
    await userEvent.click(screen.getAllByRole('button', { name: left })[0]!);
    await closed();
    await userEvent.click(button('Second'));
    await waitFor(() => expect(typed()).toBe(front30('Second')));
    expect(screen.queryByText('Question 1')).toBeNull();
  },
);

it('the kept proposals of a card are there again when the same card is rewritten', async () => {
  const used = await openRewriting();
  await screen.findByText('Question 1');
  await userEvent.click(button('Close'));
  await closed();
  await userEvent.click(button('First'));
  await userEvent.click((await screen.findAllByRole('button', { name: 'Use for this card' }))[0]!);
  expect(used.mock.lastCall?.[0]).toBe('First');
});

it('proposals that are still made for the first card cannot be used for the second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openRewriting({
    GenerateCards: () => ({ generateCards: aGeneration({ state: 'RUNNING', made: 0, cards: [] }) }),
    GenerationProgress: () => ({ generation: aGeneration() }),
  });
  await screen.findByText(/^Writing 12 cards/);
  await userEvent.click(button('Close'));
  await closed();
  await userEvent.click(button('Second'));
  await passTime(1_000);
  expect(await screen.findByText('Question 1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use for this card' })).toBeNull();
});

it('the focus of the Preview button moves to the first generated card when the button is gone', async () => {
  await open();
  fill('Study text', studyText);
  button('Preview').focus();
  await userEvent.keyboard('{Enter}');
  const card = await screen.findByRole('region', { name: 'Card 1' });
  await waitFor(() => expect(document.activeElement).toBe(card));
  await userEvent.tab();
  expect(document.activeElement).toBe(button('Edit card 1'));
});

it.each(['Preview', 'Generate & Insert'])(
  'the focus of the button %s moves to the sentence about the work, and stays there as cards arrive',
  async (name) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const running = aGeneration({ state: 'RUNNING', made: 0, cards: [] });
    const polled = vi.fn(() => ({ generation: { ...running, made: 1, cards: [aCard('1')] } }));
    let respond = () => {};
    const sent = new Promise<void>((resolve) => (respond = resolve));
    await open({
      GenerateCards: async () => {
        await sent;
        return { generateCards: running };
      },
      GenerationProgress: polled,
    });
    fill('Study text', studyText);
    button(name).focus();
    await userEvent.keyboard('{Enter}');
    const sentence = await screen.findByText(/^Sending your text… You can close this window/);
    expect(document.activeElement).toBe(sentence);
    respond();
    await waitFor(() => expect(sentence.textContent).toMatch(/^Writing 12 cards from your text/));
    await passTime(1_000);
    expect(await screen.findByText('Question 1')).toBeTruthy();
    expect(document.activeElement).toBe(sentence);
    await userEvent.tab();
    expect(document.activeElement).toBe(button('Close'));
  },
);

it('the focus of the Done button moves to the edited card when the button is gone', async () => {
  await open();
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit card 2' }));
  button('Done').focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Card 2' }));
});

it('the generation dialog does not insert a card with a blank side', async () => {
  await open();
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit card 1' }));
  fill('Answer 1', '  ');
  expect(screen.getByText('Both question and answer are required.')).toBeTruthy();
  expect(button('Insert 2 Cards').disabled).toBe(true);
});

it('the generation dialog generates and inserts without a preview', async () => {
  const seen: Insertion['input'][] = [];
  await open({ InsertGeneratedCards: inserting(seen) });
  fill('Study text', studyText);
  await userEvent.click(button('Generate & Insert'));
  await waitFor(() => expect(seen).toHaveLength(1));
  expect(seen[0]?.cards).toHaveLength(2);
});

it('the generation dialog shows where a card comes from and which card it nearly repeats', async () => {
  const cards = [
    aCard('1', { source: 'The Tana is the longest river.', duplicateOf: 'Which river is longest?' }),
  ];
  await open({ GenerateCards: () => ({ generateCards: aGeneration({ cards }) }) });
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  const card = within(await screen.findByRole('region', { name: 'Card 1' }));
  expect(card.getByText('The Tana is the longest river.')).toBeTruthy();
  expect(card.getByText('Which river is longest?')).toBeTruthy();
});

it('the generation dialog shows cards as they arrive; closing does not cancel, and opening again finds the preview', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const running = aGeneration({ state: 'RUNNING', made: 1, cards: [aCard('1')] });
  let polled = false;
  await open({
    GenerateCards: () => ({ generateCards: running }),
    GenerationProgress: () => {
      polled = true;
      return { generation: aGeneration() };
    },
  });
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  expect(await screen.findByText('1 of 12 cards')).toBeTruthy();
  expect(screen.getByText('Question 1')).toBeTruthy();
  await userEvent.click(button('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await passTime(1_000);
  await waitFor(() => expect(polled).toBe(true));
  expect(await screen.findByText(/^Your generated cards are ready/)).toBeTruthy();
  await userEvent.click(button('Reopen'));
  expect(await screen.findByText('Question 2')).toBeTruthy();
});

const exits: [string, () => Promise<unknown>][] = [
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Close', () => userEvent.click(button('Close'))],
];

it.each(exits)(
  '%s closes the dialog while cards are made, and they are inserted all the same',
  async (_by, leave) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const seen: Insertion['input'][] = [];
    await open({
      GenerateCards: () => ({ generateCards: aGeneration({ state: 'RUNNING', made: 0, cards: [] }) }),
      GenerationProgress: () => ({ generation: aGeneration() }),
      InsertGeneratedCards: inserting(seen),
    });
    fill('Study text', studyText);
    await userEvent.click(button('Generate & Insert'));
    await screen.findByText(/^Writing 12 cards/);
    await leave();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await passTime(1_000);
    await waitFor(() => expect(seen).toHaveLength(1));
  },
);

it.each(exits)('%s closes the preview, which keeps its pairs', async (_by, leave) => {
  await open();
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit card 1' }));
  fill('Answer 1', 'Mine');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Insert card 2' }));
  await leave();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/^Your generated cards are kept/)).toBeTruthy();
  await userEvent.click(button('Reopen'));
  expect(await screen.findByText('Mine')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Insert card 2' }).checked).toBe(false);
});

it('one click leaves out all cards of a preview', async () => {
  await open();
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave out all' }));
  expect(screen.getByText('0 of 2 cards to insert')).toBeTruthy();
  expect(button('Insert 0 Cards').disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Insert card 2' }));
  expect(screen.getByText('1 of 2 cards to insert')).toBeTruthy();
  await userEvent.click(button('Leave out all'));
  await userEvent.click(button('Include all'));
  expect(screen.getByText('2 of 2 cards to insert')).toBeTruthy();
});

it('on a phone the largest button of the generation dialog shows the preview (D14)', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), aQuery(media)));
  await open();
  fill('Study text', studyText);
  const names = within(screen.getByRole('dialog')).getAllByRole('button');
  expect(names.at(-1)?.textContent).toBe('Preview');
  expect(button('Preview').className).toContain('contained');
  expect(button('Generate & Insert').className).not.toContain('contained');
});

it.each([
  ['the code PAYWALL', refusal('PAYWALL', 'Your free AI prompts of this month are used up.')],
  ['a text that speaks of the quota', refusal('OTHER', 'Monthly quota reached')],
])('the generation dialog opens billing by %s, and keeps the text', async (_by, response) => {
  const opened = vi.fn();
  const stop = onOpenBilling(opened);
  await open({ GenerateCards: () => response });
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Free quota exhausted. Please upgrade to continue generating cards.',
  );
  expect(opened).toHaveBeenCalledWith('paywall');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Study text').value).toBe(studyText);
  stop();
});

it('the generation dialog shows the current plan when the paid period ended while the dialog was open', async () => {
  const unlimited = { ...plan(0).viewer.aiQuota, remaining: null, unlimited: true };
  const until = {
    status: 'ACTIVE',
    currentPeriodEnd: '2099-01-01T00:00:00Z',
    monthUsed: 5,
    monthFreeLimit: 5,
  };
  const subscription = { __typename: 'LearnerSubscription', ...until, monthRemaining: null, unlimited: true };
  const paid = { viewer: { ...plan(0).viewer, subscription, aiQuota: unlimited } };
  const ended = { status: 'INACTIVE', currentPeriodEnd: '2020-01-01T00:00:00Z' };
  const over = { ...subscription, ...ended, monthRemaining: 0, unlimited: false };
  let isOver = false;
  await open({
    CurrentPlan: () => (isOver ? { viewer: { ...plan(0).viewer, subscription: over } } : paid),
    GenerateCards: () => {
      isOver = true;
      return refusal('PAYWALL', 'Your free AI prompts of this month are used up.');
    },
  });
  fill('Study text', studyText);
  await screen.findByText('Your plan has no limit of prompts.');
  await userEvent.click(button('Preview'));
  expect(await screen.findByText('No free prompts are left this month.')).toBeDefined();
});

const typed = () => screen.getByLabelText<HTMLTextAreaElement>('Study text').value;

it('the generation dialog has the typed text again after a reload or a payment, until it is used or discarded', async () => {
  await open();
  fill('Study text', studyText);
  cleanup();
  await open();
  expect(typed()).toBe(studyText);
  await userEvent.click(button('Close'));
  cleanup();
  await open();
  expect(typed()).toBe('');
  fill('Study text', studyText);
  await userEvent.click(button('Generate & Insert'));
  await screen.findByText(/added to/);
  cleanup();
  await open();
  expect(typed()).toBe('');
});

it('the browser asks before a page with a study text is left, and not before another', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await open();
  expect(isAsked()).toBe(false);
  fill('Study text', studyText);
  expect(isAsked()).toBe(true);
  await userEvent.click(button('Close'));
  expect(isAsked()).toBe(false);
});

it.each([
  ['Preview', 'Preview failed. Please try again.'],
  ['Generate & Insert', 'Generation failed. Please try again.'],
])('a failure after the button %s has a message of its own', async (name, sentence) => {
  await open({ GenerateCards: () => Promise.reject(new TypeError('Failed to fetch')) });
  fill('Study text', studyText);
  await userEvent.click(button(name));
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
});

it('the generation dialog shows the sentence of a generation that ended without cards', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const ended = aGeneration({ state: 'FAILED', failure: 'GENERATION_EMPTY', cards: [], made: 0 });
  await open({
    GenerateCards: () => ({ generateCards: aGeneration({ state: 'RUNNING', cards: [], made: 0 }) }),
    GenerationProgress: () => ({ generation: ended }),
  });
  fill('Study text', studyText);
  await userEvent.click(button('Preview'));
  await passTime(1_000);
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No cards could be made/);
});

it('the generation dialog keeps the cards when inserting fails', async () => {
  await open({ InsertGeneratedCards: () => Promise.reject(new TypeError('Failed to fetch')) });
  fill('Study text', studyText);
  await userEvent.click(button('Generate & Insert'));
  expect((await screen.findByRole('alert')).textContent).toBe('Insert failed. Please try again.');
  expect(screen.getByText('Question 1')).toBeTruthy();
});

it('the generation dialog forgets the text and the count when it closes', async () => {
  await open();
  fill('Study text', studyText);
  await userEvent.click(button('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(button('Reopen'));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Study text')).value).toBe('');
});

it('the generation dialog shows what was generated before, and that this deck has it already (D15)', async () => {
  const inserted = aGeneration({ insertions: [{ __typename: 'Insertion', deckId: '12', inserted: 2 }] });
  await open({
    EarlierGenerations: () => earlier([inserted]),
    GenerationProgress: () => ({ generation: inserted }),
  });
  expect(await screen.findByText(/^2 cards in this deck, made on 20 November/)).toBeTruthy();
  await userEvent.click(button('Show the cards of: The Tana is'));
  expect(await screen.findByText('0 to add, all 2 are in this deck')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Insert/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Study them' }).getAttribute('href')).toBe('/study/12');
});

it('the generation dialog asks for the deck when it is opened without one', async () => {
  const decks = {
    __typename: 'DeckPage',
    items: [{ __typename: 'Deck', id: '3', title: 'Lakes' }],
    pageInfo: { __typename: 'PageInfo', totalItems: 1 },
  };
  const seen: Insertion['input'][] = [];
  await open(
    {
      DecksToFill: () => ({ viewer: { __typename: 'User', id: '7', decks } }),
      InsertGeneratedCards: inserting(seen),
    },
    null,
  );
  expect((await screen.findByRole('combobox', { name: 'Deck' })).textContent).toBe('Lakes');
  fill('Study text', studyText);
  await userEvent.click(button('Generate & Insert'));
  await waitFor(() => expect(seen[0]?.deckId).toBe('3'));
});

it('the generation dialog finds a deck that is not among the most recent ones', async () => {
  const pageOf = (titles: string[], totalItems: number) => ({
    viewer: {
      __typename: 'User',
      id: '7',
      decks: {
        __typename: 'DeckPage',
        items: titles.map((title) => ({ __typename: 'Deck', id: title, title })),
        pageInfo: { __typename: 'PageInfo', totalItems },
      },
    },
  });
  const respond = ({ filter }: { filter: { titleContains: string } | null }) =>
    filter?.titleContains === 'moun' ? pageOf(['Mountains'], 1) : pageOf(['Rivers', 'Lakes'], 120);
  await open({ DecksToFill: respond }, null);
  expect(await screen.findByText('Your 2 most recent decks; find the others by title.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Find a deck by its title'), 'moun');
  expect(await screen.findByText('1 deck found.')).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Deck' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Mountains' }));
  expect(screen.getByRole('combobox', { name: 'Deck' }).textContent).toBe('Mountains');
});

it('the generation dialog says that earlier generations could not be loaded, instead of showing none', async () => {
  const fails = () => {
    throw new TypeError('Failed to fetch');
  };
  await open({ EarlierGenerations: fails });
  expect(await screen.findByText('Your earlier generations cannot be shown right now.')).toBeTruthy();
});

it('the generation dialog takes the text of a file, and says what it cannot read', async () => {
  await open();
  const input = screen.getByLabelText<HTMLInputElement>('File with the study text');
  await userEvent.upload(input, new File([studyText], 'notes.md', { type: 'text/markdown' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Study text').value).toBe(studyText));
  await userEvent.upload(input, new File([new Uint8Array([0x2d, 0x0a])], 'notes.txt'));
  expect((await screen.findByRole('alert')).textContent).toBe('There is no text in this file.');
});

it('the button for a file has the focus again after the file was read', async () => {
  await open();
  const input = screen.getByLabelText<HTMLInputElement>('File with the study text');
  const fileButton = button('From a file');
  fileButton.focus();
  fireEvent.change(input, {
    target: { files: [new File([studyText], 'notes.md', { type: 'text/markdown' })] },
  });
  expect(fileButton.disabled).toBe(true);
  // A browser takes the focus from a disabled button, and the dialog then takes it itself.
  screen.getByRole<HTMLElement>('dialog').closest<HTMLElement>('.MuiDialog-container')?.focus();
  await waitFor(() => expect(fileButton.disabled).toBe(false));
  expect(document.activeElement).toBe(fileButton);
});

it('the preview shows formatted cards as the deck will, and hostile ones as harmless', async () => {
  const cards = [
    aCard('1', { answer: 'the **left** one' }),
    aCard('2', { answer: '**a** <img src=x onerror="window.pwned=1">' }),
    aCard('3', { answer: '2 * 3 <b>' }),
  ];
  await open({ GenerateCards: () => ({ generateCards: aGeneration({ cards }) }) });
  fill('Study text', 'x'.repeat(30));
  await userEvent.click(button('Preview'));
  const card = (number: number) => screen.getByRole('region', { name: `Card ${number}` });
  await waitFor(() => expect(card(1).querySelector('strong')?.textContent).toBe('left'));
  expect(card(2).querySelector('img')).toBeNull();
  expect(card(3).textContent).toContain('2 * 3 <b>');
});
