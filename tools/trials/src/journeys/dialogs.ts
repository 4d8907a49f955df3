import { expect, type Page, type Route } from '@playwright/test';
import { pageInfo } from '../../../../apps/web/src/test/page-info.ts';
import { answerCards, type Learner } from '../product/learner.ts';
import { inPseudoLocale } from './languages.ts';

/** How a learner or an operator opens a dialog or menu of the web client in the pseudo-locale. */
export interface Opening {
  /** Source file of the dialog, below `apps/web/src`. */
  file: string;
  /** `:deckId` and `:smallDeckId` stand for the decks of the world. */
  path: string;
  isVisitor?: boolean;
  isOperator?: boolean;
  /** Width of the window, when not 1440 pixels. */
  width?: number;
  open: (page: Page, world: World) => Promise<unknown>;
}

export interface World {
  learner: Learner;
  deckId: number;
  /** Deck with one card. */
  smallDeckId: number;
  cardId: number;
}

const studyText = 'The Tana rises in the Aberdare Range and ends in the Indian Ocean. '.repeat(4);

const press = (page: Page, name: string) =>
  page
    .getByRole('button', { name: inPseudoLocale(name), exact: true })
    .first()
    .click();
/** A built page takes no shortcut before the client has taken over. */
const pressUntilOpen = (page: Page, key: string) =>
  expect(async () => {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor({ timeout: 5000 });
  }).toPass();
const choose = (page: Page, name: string) =>
  page.getByRole('menuitem', { name: inPseudoLocale(name) }).click();
const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(inPseudoLocale(label), { exact: true }).fill(text);
const openCardMenu = (page: Page) => press(page, 'Card actions');
const openDeckMenu = (page: Page) => page.locator('article [aria-haspopup=menu]').first().click();
const openAccountMenu = (page: Page) => page.locator('header [aria-haspopup=menu]').last().click();

/** Responds to one operation in place of the server. */
const answerWith = (page: Page, operation: string, answer: (route: Route) => Promise<void>) =>
  page.route('**/graphql', (route) =>
    route.request().postDataJSON().operationName === operation ? answer(route) : route.fallback(),
  );
const respondWith = (page: Page, operation: string, data: object) =>
  answerWith(page, operation, (route) => route.fulfill({ json: { data } }));

const refund = {
  __typename: 'Refund',
  id: '1',
  invoiceId: 'inv-1',
  amountCents: 10_000,
  reason: null,
  status: null,
  foundAt: '2026-03-01T08:00:00.000Z',
  outcome: null,
  settledAt: null,
  planEnd: '2126-03-01T08:00:00.000Z',
  planEndAfter: '2126-02-01T08:00:00.000Z',
  payment: null,
};
const slippingCard = (deckId: number, cardId: number) => ({
  __typename: 'SlippingCard',
  flashcardId: String(cardId),
  deckId: String(deckId),
  lapses: 6,
  minutesThisMonth: 15,
  deck: { __typename: 'Deck', id: String(deckId), title: 'Lakes' },
  flashcard: {
    __typename: 'Flashcard',
    id: String(cardId),
    frontText: 'Tana',
    backText: 'Hola',
    format: 'PLAIN',
    kind: 'basic',
    version: 1,
    isSuspended: false,
  },
});
const deadLetter = {
  __typename: 'DeadLetter',
  id: '1',
  origin: null,
  source: null,
  reader: 'ai',
  type: null,
  aggregate: null,
  reason: 'poison',
  error: null,
  attempts: 3,
  failedAt: '2026-03-01T08:00:00.000Z',
  payload: '{}',
  discardedAt: null,
  discardedBy: null,
  discardedByAccount: null,
};

/** Answers a card while the network loses every answer. */
async function keepAnswer(page: Page) {
  await answerWith(page, 'RecordAnswers', (route) => route.abort());
  await press(page, 'Show Answer');
  await page.keyboard.press('1');
  const kept = inPseudoLocale('Kept on this device. It is sent when you are online again.');
  await page.getByText(kept).first().waitFor({ state: 'attached' });
}

/** Edits the first card here, and meanwhile elsewhere. */
async function editTwice(page: Page, { learner, cardId, deckId }: World) {
  await press(page, 'Edit flashcard');
  await fill(page, 'Question', 'Typed here?');
  const elsewhere = { deck_id: deckId, front_text: 'Typed elsewhere?', back_text: `${Math.random()}` };
  const { status } = await learner.call('PUT', `/flashcards/${cardId}`, elsewhere);
  if (status !== 200) throw new Error(`The card was not changed elsewhere: ${status}`);
}

const deck = '/mydecks/:deckId';
const session = '/study/:deckId';

/** Every dialog and menu of the web client. */
export const openings: readonly Opening[] = [
  { file: 'app/account-menu.tsx', path: '/dashboard', open: openAccountMenu },
  {
    file: 'app/account-menu.tsx',
    path: session,
    open: async (page) => {
      await keepAnswer(page);
      await page.goto(new URL('/dashboard', page.url()).href);
      await openAccountMenu(page);
      await choose(page, 'Sign Out');
    },
  },
  {
    file: 'app/link-drawer.tsx',
    path: '/dashboard',
    width: 390,
    open: (page) => press(page, 'Open navigation'),
  },
  {
    file: 'app/sign-in-again.tsx',
    path: '/mydecks/:deckId?add=new',
    open: async (page) => {
      await fill(page, 'Question', 'Which river?');
      await fill(page, 'Answer', 'The Tana');
      const errors = [{ message: '~', extensions: { code: 'UNAUTHENTICATED' } }];
      await page.route('**/graphql', (route) => route.fulfill({ status: 401, json: { errors } }));
      await page.route('**/auth/refresh', (route) => route.fulfill({ status: 401, json: {} }));
      await page.keyboard.press('Control+Enter');
    },
  },
  {
    file: 'app/waiting-dialog.tsx',
    path: deck,
    open: async (page, world) => {
      await editTwice(page, world);
      // The scripts are kept by the service worker, which journeys block.
      await page.route('**/*', (route) =>
        route.request().resourceType() === 'fetch' ? route.abort() : route.fallback(),
      );
      await press(page, 'Save Changes');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.unroute('**/*');
      await page.reload();
      await page.locator('header').getByText('sávéd. Décídé').click();
    },
  },
  {
    file: 'features/account/signup-page.tsx',
    path: '/signup',
    isVisitor: true,
    open: async (page) => {
      const name = `p${Math.random().toString(36).slice(2)}`;
      await fill(page, 'Email', `${name}@example.test`);
      await fill(page, 'Username', name);
      await fill(page, 'Password', 'mti wa mwembe');
      await fill(page, 'Confirm password', 'mti wa mwembe');
      await page.keyboard.press('Enter');
    },
  },
  {
    file: 'features/admin/deletion/deletion-controls.tsx',
    path: '/admin?tab=users',
    isOperator: true,
    open: async (page) => {
      await page.getByRole('checkbox', { name: inPseudoLocale('Select all of this page') }).check();
      await press(page, 'Delete Selected TURBO');
    },
  },
  {
    file: 'features/admin/events/dead-letters.tsx',
    path: '/admin?tab=events',
    isOperator: true,
    open: async (page) => {
      await respondWith(page, 'AdminDeadLetters', {
        adminDeadLetters: { __typename: 'DeadLetterPage', items: [deadLetter], pageInfo },
      });
      await page.locator('tbody button').first().click();
      await press(page, 'Discard');
    },
  },
  {
    file: 'features/admin/money/open-refund.tsx',
    path: '/admin?tab=money',
    isOperator: true,
    open: async (page) => {
      await respondWith(page, 'Refunds', {
        refunds: { __typename: 'RefundPage', items: [refund], pageInfo },
      });
      await page.reload();
      await press(page, 'End the plan');
    },
  },
  {
    file: 'features/ai/generation-dialog.tsx',
    path: '/mydecks?ai=new',
    open: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    file: 'features/ai/generation-dialog.tsx',
    path: '/mydecks?ai=new',
    open: async (page) => {
      await fill(page, 'Study text', studyText);
      await press(page, 'Preview');
      await page.getByRole('checkbox').first().waitFor();
    },
  },
  {
    file: 'features/billing/billing-dialog.tsx',
    path: '/dashboard',
    open: async (page) => {
      await openAccountMenu(page);
      await choose(page, 'Billing');
    },
  },
  {
    file: 'features/decks/add-several/add-several.tsx',
    path: deck,
    open: async (page) => {
      await press(page, 'More ways to add cards');
      await choose(page, 'Add several');
      await page.getByRole('dialog').locator('textarea').first().fill('mti - tree\nmaji - water\nno pair');
    },
  },
  {
    file: 'features/decks/cards/delete-card.tsx',
    path: deck,
    open: async (page) => {
      await openCardMenu(page);
      await choose(page, 'Delete flashcard');
    },
  },
  {
    file: 'features/decks/cards/move-cards.tsx',
    path: deck,
    open: async (page) => {
      await openCardMenu(page);
      await choose(page, 'Move to another deck');
    },
  },
  {
    file: 'features/decks/changes/deck-dialog.tsx',
    path: '/mydecks',
    open: async (page) => {
      await press(page, 'Create New Deck');
      await press(page, 'Description, subject, category and level');
    },
  },
  { file: 'features/decks/changes/deck-menu.tsx', path: '/mydecks', open: openDeckMenu },
  {
    file: 'features/decks/changes/delete-deck.tsx',
    path: '/mydecks',
    open: async (page) => {
      await openDeckMenu(page);
      await choose(page, 'Delete deck');
    },
  },
  {
    file: 'features/decks/deck/deck-actions.tsx',
    path: deck,
    open: (page) => press(page, 'More ways to add cards'),
  },
  { file: 'features/decks/print/print-deck.tsx', path: deck, open: (page) => press(page, 'Print') },
  {
    file: 'features/palette/command-palette.tsx',
    path: '/dashboard',
    open: (page) => pressUntilOpen(page, 'Control+K'),
  },
  {
    file: 'features/palette/shortcuts-dialog.tsx',
    path: '/dashboard',
    open: (page) => pressUntilOpen(page, '?'),
  },
  {
    file: 'features/settings/devices-panel.tsx',
    path: '/settings',
    open: (page) => press(page, 'Sign out everywhere'),
  },
  {
    file: 'features/settings/erase-panel.tsx',
    path: '/settings',
    open: async (page, { learner }) => {
      await fill(page, 'Password of this account', learner.password);
      await press(page, 'Erase my account');
    },
  },
  {
    file: 'features/statistics/slipping/slipping-cards.tsx',
    path: '/stats',
    open: async (page, { learner, deckId, cardId }) => {
      await answerCards(learner, { deckId, cardIds: [cardId] });
      await respondWith(page, 'SlippingCards', {
        viewer: { __typename: 'User', id: String(learner.id), slippingCards: [slippingCard(deckId, cardId)] },
      });
      await page.reload();
      await page
        .getByRole('button')
        .filter({ hasText: inPseudoLocale('Start anew') })
        .click();
    },
  },
  { file: 'features/study/goal/goal-dialog.tsx', path: '/study', open: (page) => press(page, 'Update') },
  {
    file: 'features/study/session/view/summary-dialog.tsx',
    path: '/study/:smallDeckId',
    open: async (page) => {
      await keepAnswer(page);
      await press(page, 'Finish Study Session');
    },
  },
  { file: 'shared/export-cards/export-menu.tsx', path: deck, open: (page) => press(page, 'Export') },
  { file: 'shared/ui/card/card-menu-list.tsx', path: deck, open: openCardMenu },
  {
    file: 'shared/ui/dialog/card-form.tsx',
    path: '/mydecks/:deckId?add=new',
    open: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    file: 'shared/ui/dialog/conflict-dialog.tsx',
    path: deck,
    open: async (page, world) => {
      await editTwice(page, world);
      await press(page, 'Save Changes');
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
    },
  },
  {
    file: 'shared/ui/dialog/occlusion/occlusion-form.tsx',
    path: '/mydecks/:deckId?add=new',
    open: async (page) => {
      await page.getByLabel(inPseudoLocale('Kind of card')).selectOption('image-occlusion');
      await page.getByRole('button', { name: inPseudoLocale('Choose a picture') }).waitFor();
    },
  },
];
