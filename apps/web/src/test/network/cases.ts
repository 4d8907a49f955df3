import { fireEvent, screen, waitFor } from '@testing-library/react';
import { openBilling } from '../../shared/plan/open-billing.ts';
import type { World } from './replies.ts';

/** Steps of a learner that send an operation, and the texts that the screen then shows. */
export interface Case {
  at: string;
  signedOut?: boolean;
  /** Stored token; a valid one by default. */
  token?: string;
  /** The zone that the browser reports. */
  zone?: string;
  world?: World;
  /** Prepares the screen for `call`. */
  before?: () => Promise<void> | void;
  /** Makes the screen send the operation; omitted where the screen sends it by itself. */
  call?: () => Promise<void> | void;
  /** Text that the screen shows after a failure. */
  failed: string | RegExp;
  /** What retries a failed operation; by default `call`, else the button 'Try again'. */
  retry?: 'by itself' | 'next visit';
  /** Text that would be false until the operation has succeeded. */
  neverShown?: RegExp;
  done: string | RegExp;
  /** Server's response to a repeat of a call that succeeded. */
  repeated?: { code: string; message: string };
  /** The operation creates something, which must happen only once. */
  creates?: true;
  /** The operation revokes its own token, so a retry after a lost response cannot succeed. */
  endsToken?: true;
}

const control = 'button, a, [role="tab"], [role="checkbox"], [role="menuitem"], [role="option"]';

const queryTextOrLabel = (text: string | RegExp) => {
  const texts = screen.queryAllByText(text, { selector: '*' });
  return texts.length > 0 ? texts : screen.queryAllByLabelText(text);
};

/** Clicks the control with that text or label, once it is shown and enabled. */
export async function press(text: string | RegExp) {
  const pressed = await waitFor(() => {
    // Dialogs and menus over the page come last in the document.
    const found = queryTextOrLabel(text).map((each) => each.closest<HTMLElement>(control));
    const last = found.findLast(Boolean);
    if (!last || last.matches(':disabled')) throw new Error(`No enabled control has the text ${text}`);
    return last;
  });
  fireEvent.click(pressed);
}

const pressLabel = async (label: string | RegExp) => {
  const [found] = await screen.findAllByLabelText(label);
  if (found) fireEvent.click(found);
};

const field = async (label: string, text: string) => {
  const found = (await screen.findAllByLabelText(label)).at(-1);
  if (!found) return;
  fireEvent.change(found, { target: { value: text } });
  fireEvent.blur(found);
};

const fields = async (values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values)) await field(label, text);
};

const deckValues = { Title: 'Dams', Description: 'Of the Tana', Subject: 'Geography', Category: 'Kenya' };
const gone = (thing: string, code: string) => ({ code, message: `This ${thing} does not exist.` });
const otpInvalid = { code: 'OTP_INVALID', message: 'The code is wrong or has expired.' };
const signUp = async () => {
  await fields({
    Email: 'asha@example.com',
    Username: 'asha',
    Password: 'secret-word',
    'Confirm password': 'secret-word',
  });
  await press('Create account');
};
const requestReset = async () => {
  await field('Email', 'asha@example.com');
  await press('Send code');
};
const openDeck = (label: string) => async () => {
  await pressLabel('Change Rivers');
  await press(label);
};
const studyOne = async () => {
  await press('Show Answer');
  await press('Correct');
};
const finish = async () => {
  await studyOne();
  await press(/^Finish Study Session/);
};
/** The test environment has no notifications. */
const haveNotifications = () => {
  const requestPermission = async () => 'granted';
  const subscription = { endpoint: 'https://fcm.googleapis.com/x', toJSON: () => ({}) };
  const registration = { pushManager: { subscribe: async () => subscription } };
  Object.assign(window, { PushManager: Object, Notification: { permission: 'granted', requestPermission } });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { addEventListener() {}, removeEventListener() {}, getRegistration: async () => registration },
  });
};
const logIn = async () => {
  await fields({ Email: 'asha@example.com', Password: 'secret-word' });
};
const openBillingDialog = async () => {
  await screen.findAllByText('Rivers');
  openBilling();
  await screen.findByText('Billing', { selector: 'h2' });
};
const openPaying = async () => {
  await openBillingDialog();
  await screen.findByText('Subscribe');
};
const palette: Case = {
  at: '/study',
  world: { 'CardSearch.next': null },
  before: () => pressLabel('Go to a page, deck or card'),
  call: async () => {
    await field('Page, deck or card', '');
    await field('Page, deck or card', 'tana');
  },
  failed: 'Decks and cards could not be searched.',
  neverShown: /^Nothing found/,
  done: 'Study Rivers',
};
const openGeneration = () => press('Generate with AI');
const studyText = 'The Tana rises in the Aberdare Range and ends in the Indian Ocean.';
const openWithText = async () => {
  await openGeneration();
  await field('Study text', studyText);
};
const eraseOnce = async () => {
  await field('Password of this account', 'secret-word');
  await press('Erase my account');
  await screen.findByRole('alertdialog');
  await press('Erase my account');
};
/** A token in the second half of its life, which the client refreshes. */
const agingToken = `head.${btoa(JSON.stringify({ iat: 0, exp: 2_000_000_000 }))}.end`;
const anOperator: World = { 'User.role': 'ADMIN' };
const oneCard: World = { 'User.studyOrder': ['1'], 'FlashcardPage.items': [{ place: 0 }] };
/** An import that waits for the learner. */
const readyImport: World = {
  'Import.state': 'READY',
  'Import.failure': null,
  'ImportMapping.cells': 'text',
  'ImportMapping.tags': null,
  'ImportMapping.deck': null,
};
const noSession = /Nothing due|No Flashcards Found/;
const sessionFailed = {
  failed: 'The session could not be loaded',
  neverShown: noSession,
  done: /frontText 1/,
} as const;

/** Case of each operation of the web client. */
export const cases: Record<string, Case> = {
  CurrentViewer: {
    at: '/dashboard',
    failed: 'The server is not responding. Trying again…',
    retry: 'by itself',
    neverShown: /signed out/,
    done: /^Good .*asha/,
  },
  DashboardScreen: {
    at: '/dashboard',
    failed: /^Due cards could not be loaded/,
    neverShown: /streak starts today|No decks yet|Nothing due/,
    done: 'Rivers',
  },
  YourMemory: { at: '/dashboard', failed: 'This cannot be shown right now.', done: 'Coming up' },
  StatisticsScreen: {
    at: '/stats',
    failed: 'Your statistics could not be loaded',
    neverShown: /No reviews yet/,
    done: 'Retention by interval',
  },
  DecksScreen: {
    at: '/mydecks',
    failed: 'Your decks could not be loaded',
    neverShown: /Start Your Learning Journey|0 decks/,
    done: 'Rivers',
  },
  CreateDeck: {
    at: '/mydecks',
    before: async () => {
      await press('Create New Deck');
      await fields(deckValues);
    },
    call: () => press('Create Deck'),
    failed: 'An error occurred while saving the deck.',
    neverShown: /Deck created/,
    done: 'Deck created.',
    creates: true,
  },
  UpdateDeck: {
    at: '/mydecks',
    before: openDeck('Edit deck'),
    call: () => press('Save Changes'),
    failed: 'An error occurred while saving the deck.',
    neverShown: /Deck saved/,
    done: 'Deck saved.',
  },
  DeleteDeck: {
    at: '/mydecks',
    before: openDeck('Delete deck'),
    call: () => press('Confirm'),
    failed: 'An error occurred while deleting the deck.',
    neverShown: /Deck deleted/,
    done: 'Deck deleted.',
    repeated: gone('deck', 'DECK_NOT_FOUND'),
  },
  RestoreDeck: {
    at: '/mydecks',
    before: async () => {
      await openDeck('Delete deck')();
      await press('Confirm');
      await screen.findByText('Deck deleted.');
    },
    call: () => press('Undo'),
    failed: /nothing was restored yet|could not be restored/,
    neverShown: /Deck restored/,
    done: 'Deck restored.',
  },
  RestoreFlashcards: {
    at: '/mydecks/1',
    before: async () => {
      await pressLabel('Card actions');
      await press('Delete flashcard');
      await press('Confirm');
      await screen.findByText('Flashcard deleted.');
    },
    call: () => press('Undo'),
    failed: /nothing was restored yet|could not be restored/,
    neverShown: /^Restored/,
    done: 'Restored.',
  },
  DeckDetailScreen: {
    at: '/mydecks/1',
    failed: 'This deck could not be loaded',
    neverShown: /No Flashcards Yet|is not there/,
    done: /frontText 1/,
  },
  ImportScreen: {
    at: '/import',
    world: readyImport,
    failed: 'Your imports could not be loaded',
    neverShown: /Choose a file|Import 3 cards/,
    done: 'Import 3 cards',
  },
  PrepareImport: {
    at: '/import',
    world: { ...readyImport, 'Mutation.prepareImport': { place: 0, addedCards: 7 } },
    call: () => pressLabel('The first line names the columns'),
    failed: 'The import could not be started. Try again.',
    neverShown: /Import 7 cards/,
    done: 'Import 7 cards',
  },
  StartImport: {
    at: '/import',
    world: { ...readyImport, 'Mutation.startImport': { place: 0, state: 'DONE' } },
    call: () => press('Import 3 cards'),
    failed: 'The import could not be started. Try again.',
    neverShown: /were added/,
    done: /^3 cards were added/,
  },
  UndoImport: {
    at: '/import',
    world: {
      ...readyImport,
      'Import.state': 'DONE',
      'Import.canBeUndone': true,
      'Mutation.undoImport': { place: 0, state: 'UNDONE' },
    },
    call: () => press('Undo the import'),
    failed: 'The import could not be undone. Try again.',
    neverShown: /^Choose a file/,
    done: 'Choose a file',
  },
  AddFlashcard: {
    at: '/mydecks/1',
    before: async () => {
      await press('Add Flashcard');
      await fields({ Question: 'Which river?', Answer: 'The Tana' });
    },
    call: () => press('Add Flashcard'),
    failed: 'Failed to add flashcard. Please try again.',
    neverShown: /Flashcard added/,
    done: 'Flashcard added.',
    creates: true,
  },
  AddFlashcards: {
    at: '/mydecks/1',
    before: async () => {
      await pressLabel('More ways to add cards');
      await press('Add several');
      await fields({ 'One card per line': 'mbwa - dog\npaka - cat' });
      await screen.findByText('Add 2 cards');
    },
    call: () => press('Add 2 cards'),
    failed: 'These cards could not be added. Please try again.',
    neverShown: /2 cards added/,
    done: '2 cards added.',
    creates: true,
  },
  CreateNote: {
    at: '/mydecks/1',
    before: async () => {
      await press('Add Flashcard');
      await fields({ 'Kind of card': 'typed', Question: 'Which river?', Answer: 'The Tana' });
    },
    call: () => press('Add Flashcard'),
    failed: 'Failed to add flashcard. Please try again.',
    neverShown: /Flashcard added/,
    done: 'Flashcard added.',
    creates: true,
  },
  UploadMedia: {
    at: '/mydecks/1',
    before: () => press('Add Flashcard'),
    call: async () => {
      const [input] = await screen.findAllByLabelText('File with a picture or sound');
      const files = [new File(['x'], 'a.png', { type: 'image/png' })];
      if (input) fireEvent.change(input, { target: { files } });
    },
    failed: 'The file could not be uploaded. Please try again.',
    neverShown: /!\[\]/,
    done: /!\[\]/,
  },
  NoteOfCard: {
    at: '/mydecks/1',
    world: { 'Flashcard.kind': 'basic-reversed', 'Note.kind': 'basic-reversed' },
    call: () => pressLabel('Edit flashcard'),
    failed: 'The card could not be opened. Please try again.',
    neverShown: /Save Changes/,
    done: 'Save Changes',
  },
  UpdateNote: {
    at: '/mydecks/1',
    world: { 'Flashcard.kind': 'basic-reversed', 'Note.kind': 'basic-reversed', 'Note.format': 'PLAIN' },
    before: async () => {
      await pressLabel('Edit flashcard');
      await fields({ Question: 'Which river?' });
    },
    call: () => press('Save Changes'),
    failed: 'Failed to update flashcard. Please try again.',
    neverShown: /Flashcard saved/,
    done: 'Flashcard saved.',
  },
  EditFlashcard: {
    at: '/mydecks/1',
    before: () => pressLabel('Edit flashcard'),
    call: () => press('Save Changes'),
    failed: 'Failed to update flashcard. Please try again.',
    neverShown: /Flashcard saved/,
    done: 'Flashcard saved.',
  },
  DeleteFlashcards: {
    at: '/mydecks/1',
    world: { 'Deck.cardCount': 25 },
    before: async () => {
      await press('Show as list');
      await press('Select');
      await pressLabel('Select all of this page');
      await press('Delete');
      await screen.findByRole('heading', { name: 'Delete 2 cards' });
    },
    call: () => press('Delete'),
    failed: 'Failed to delete flashcard. Please try again.',
    neverShown: /cards deleted/,
    done: '2 cards deleted.',
  },
  MoveFlashcards: {
    at: '/mydecks/1',
    world: { 'Deck.cardCount': 25 },
    before: async () => {
      await press('Show as list');
      await press('Select');
      await pressLabel('Select all of this page');
      await press('Move');
      await screen.findByRole('heading', { name: 'Move 2 cards to another deck' });
    },
    call: () => press('Move'),
    failed: 'The cards could not be moved. Please try again.',
    neverShown: /cards moved to/,
    done: /^2 cards moved to/,
  },
  MarkFlashcards: {
    at: '/mydecks/1',
    call: async () => {
      await pressLabel('Card actions');
      await press('Suspend');
    },
    failed: 'The card could not be changed. Please try again.',
    neverShown: /The card is suspended/,
    done: 'The card is suspended.',
  },
  BuryFlashcard: {
    at: '/study/1',
    call: async () => {
      await pressLabel('Card actions');
      await press('Not today');
    },
    failed: 'The card could not be changed. Please try again.',
    neverShown: /buried until tomorrow/,
    done: 'The card is buried until tomorrow.',
  },
  DeleteFlashcard: {
    at: '/mydecks/1',
    before: async () => {
      await pressLabel('Card actions');
      await press('Delete flashcard');
    },
    call: () => press('Confirm'),
    failed: 'Failed to delete flashcard. Please try again.',
    neverShown: /Flashcard deleted/,
    done: 'Flashcard deleted.',
    repeated: gone('flashcard', 'FLASHCARD_NOT_FOUND'),
  },
  StudyScreen: {
    at: '/study',
    failed: 'Your study day could not be loaded',
    neverShown: /No decks found|0 due|Nothing due/,
    done: 'Rivers',
  },
  UpdateWeeklyGoal: {
    at: '/study',
    before: () => press('Update'),
    call: () => press('Save Goal'),
    failed: 'Error updating weekly goal',
    neverShown: /updated successfully/,
    done: 'Weekly goal updated successfully!',
  },
  StorageOfAccount: {
    at: '/settings',
    world: { 'MediaStorage.usedBytes': 3_145_728, 'MediaStorage.limitBytes': 524_288_000 },
    failed: 'Could not be loaded',
    neverShown: /MB of/,
    done: /^3.0 MB of 500.0 MB used/,
  },
  RemoveUnusedMedia: {
    at: '/settings',
    world: { 'MediaStorage.unusedFiles': 2, 'MediaStorage.removableFiles': 2 },
    call: () => press(/^Remove unused files/),
    failed: 'The files may not have been removed. Try again in a moment.',
    neverShown: /^The unused files are removed/,
    done: 'The unused files are removed.',
  },
  StudyChanges: {
    at: '/settings',
    failed: 'Could not be loaded',
    neverShown: /^Nothing was changed/,
    done: '3 cards were planned again',
  },
  Replanning: {
    at: '/settings',
    call: () => press('Also replan my cards'),
    failed: 'Your cards could not be counted. Try again in a moment.',
    neverShown: /^No card moves|cards move to/,
    done: '3 cards move to other days.',
  },
  ReplanCards: {
    at: '/settings',
    before: () => press('Also replan my cards'),
    call: () => press('Move the cards'),
    failed: 'Your cards may not have been planned again. Look under Changes.',
    neverShown: /^Your cards are planned by your settings/,
    done: /^Your cards are planned by your settings/,
  },
  UndoStudyChange: {
    at: '/settings',
    world: { 'StudyChange.undoneAt': null },
    call: () => pressLabel(/^Undo: 3 cards were planned again/),
    failed: 'The change may not have been undone. Try again in a moment.',
    neverShown: /^The change is undone/,
    done: /^The change is undone/,
  },
  SaidAndWas: {
    at: '/stats',
    world: {
      'Calibration.reviews': 412,
      'Calibration.said': 0.9,
      'Calibration.was': 0.88,
    },
    failed: 'Could not be loaded',
    done: 'We said 90%, you remembered 88% of 412 reviews.',
  },
  PastDay: {
    at: '/stats',
    before: async () => {
      await fields({ Day: '2020-03-03' });
      await press('Show the day');
    },
    failed: 'Could not be loaded',
    neverShown: /You did not study on that day|too long ago/,
    done: /^When the day began/,
  },
  SlippingCards: {
    at: '/stats',
    failed: 'Could not be loaded',
    neverShown: /is listed here/,
    done: 'Rewrite',
  },
  ResetFlashcard: {
    at: '/stats',
    before: () => press('Start anew'),
    call: () => press('Start anew'),
    failed: 'The card could not be changed. Please try again.',
    neverShown: /is new again/,
    done: 'The card is new again. Your answers stay in your statistics.',
  },
  PaletteDecks: palette,
  PaletteCards: palette,
  WelcomeScreen: {
    at: '/welcome',
    world: { 'PageInfo.totalItems': 0 },
    failed: 'The starter decks could not be loaded',
    done: 'Starter Rivers',
  },
  SeedCatalog: {
    at: '/welcome',
    world: { 'PageInfo.totalItems': (place: number) => place },
    before: async () => {
      await pressLabel(/^Starter Rivers/);
      await pressLabel(/^Starter Lakes/);
    },
    call: () => press('Start learning'),
    failed: 'Failed to create starter decks. Please try again.',
    done: /^Good .*asha|Setting up/,
    creates: true,
  },
  DeckSession: { at: '/study/1', ...sessionFailed },
  DueSession: { at: '/study/due', ...sessionFailed },
  SessionCards: { at: '/study/1', world: { 'PageInfo.totalItems': 101 }, ...sessionFailed },
  SessionSummary: {
    at: '/study/1',
    world: oneCard,
    before: finish,
    failed: /The next reviews cannot be shown/,
    retry: 'next visit',
    neverShown: /Nothing else is due|Day 0/,
    done: 'Study Session Complete!',
  },
  SettingsScreen: { at: '/settings', failed: 'Your settings could not be loaded', done: 'Devices' },
  Reminders: { at: '/settings', failed: 'Could not be loaded', done: 'Remind me of due cards' },
  SetReminder: {
    at: '/settings',
    call: async () => {
      fireEvent.click(await screen.findByRole('switch', { name: 'Remind me of due cards' }));
    },
    failed: /^Your choice was not saved/,
    neverShown: /reminders are saved/,
    done: 'Your reminders are saved.',
  },
  AllowPush: {
    at: '/settings',
    world: { 'Reminder.hour': 18, 'Reminder.channel': 'NOTIFICATION', 'PushState.isOn': false },
    before: haveNotifications,
    call: () => press('Notify this browser'),
    failed: /^This browser may not be notified/,
    neverShown: /^This browser is notified/,
    done: /^This browser is notified/,
  },
  ChangeUsername: {
    at: '/settings',
    call: () => field('Username', 'asha-otieno'),
    failed: /^Your name may not have been saved/,
    neverShown: /name is saved/,
    done: 'Your name is saved.',
  },
  UpdateStudySettings: {
    at: '/settings',
    call: () => field('Cards a week', '120'),
    failed: /^Your study settings may not have been saved/,
    neverShown: /settings are saved/,
    done: 'Your study settings are saved.',
  },
  UpdateSchedule: {
    at: '/settings',
    call: () => field('Longest wait', '365'),
    failed: /^Your schedule settings may not have been saved/,
    neverShown: /schedule settings are saved/,
    done: /^Your schedule settings are saved/,
  },
  UndoSession: {
    at: '/settings',
    call: () => press(/^Undo the session/),
    failed: 'The session may not have been undone. Try again in a moment.',
    neverShown: /^The session is undone/,
    done: 'The session is undone. You can take that back under Changes.',
  },
  ExamProgress: {
    at: '/settings',
    failed: 'Could not be loaded',
    neverShown: /^Plan the exam$/,
    done: 'Plan the exam',
  },
  UpdateExam: {
    at: '/settings',
    before: async () => {
      await fields({ 'Day of the exam': '2027-01-12' });
      await pressLabel('Rivers');
    },
    call: () => press('Plan the exam'),
    failed: 'Your exam may not have been saved. Try again in a moment.',
    neverShown: /^Your exam is planned/,
    done: 'Your exam is planned.',
  },
  UpdateAbsence: {
    at: '/settings',
    before: () => fields({ 'First day away': '2026-12-03', 'Last day away': '2026-12-10' }),
    call: () => press('Save the absence'),
    failed: /^Your absence may not have been saved/,
    neverShown: /^Your absence is saved/,
    done: 'Your absence is saved.',
  },
  UpdateStudyPreferences: {
    at: '/settings',
    call: async () => {
      fireEvent.click(await screen.findByRole('switch', { name: 'Focus mode' }));
    },
    failed: /^Your choice was not saved/,
    neverShown: /study session is saved/,
    done: 'Your study session is saved.',
  },
  ChangePassword: {
    at: '/settings',
    before: () =>
      fields({
        'Current password': 'secret-word',
        'New password': 'another-word',
        'Confirm password': 'another-word',
      }),
    call: () => press('Change password'),
    failed: /^No response; your password is not changed yet/,
    neverShown: /^Your password is changed/,
    done: /^Your password is changed/,
    endsToken: true,
  },
  RequestEmailChange: {
    at: '/settings',
    before: () => fields({ 'New email': 'new@example.com', 'Your password': 'secret-word' }),
    call: () => press('Send code'),
    failed: /^The code may not have been sent/,
    neverShown: /on its way/,
    done: /a 6-digit code is on its way/,
  },
  ChangeEmail: {
    at: '/settings',
    before: async () => {
      await fields({ 'New email': 'new@example.com', 'Your password': 'secret-word' });
      await press('Send code');
      await field('Code', '123456');
    },
    call: () => press('Change email'),
    failed: /^No response; your email is not changed yet/,
    neverShown: /^Your email is changed/,
    done: /^Your email is changed/,
    endsToken: true,
  },
  LogOutSession: {
    at: '/settings',
    call: () => pressLabel(/^Sign out browser 1 on system 1/),
    failed: /^The sign-out of the device could not be confirmed/,
    neverShown: /^The device was signed out/,
    done: 'The device was signed out.',
  },
  LogOutEverywhere: {
    at: '/settings',
    call: async () => {
      await press('Sign out everywhere');
      await screen.findByRole('alertdialog');
      await press('Sign out everywhere');
    },
    failed: /^The sign-out could not be confirmed/,
    neverShown: /Welcome Back/,
    done: 'Welcome Back',
  },
  SetTimezone: {
    at: '/mydecks',
    zone: 'Africa/Nairobi',
    world: { 'LearnerStats.zoneFollowsDevice': true, 'LearnerStats.timezone': 'Pacific/Auckland' },
    failed: 'Rivers',
    retry: 'next visit',
    done: 'Rivers',
  },
  RequestVerificationCode: {
    at: '/signup',
    signedOut: true,
    call: signUp,
    failed: 'Failed to send verification code. Please try again.',
    neverShown: /was sent to/,
    done: 'Email verification',
  },
  SignUp: {
    at: '/signup',
    signedOut: true,
    call: signUp,
    failed: 'Signup failed. Please try again.',
    neverShown: /was sent to/,
    done: 'Email verification',
    creates: true,
  },
  EndSignUp: {
    at: '/signup/end#7.token',
    signedOut: true,
    call: async () => {
      const buttons = await screen.findAllByRole('button', { name: 'End this sign-up' });
      fireEvent.click(buttons[0]!);
    },
    failed: 'No response. It is safe to try again.',
    neverShown: /has ended/,
    done: 'The sign-up has ended',
  },
  VerifyCode: {
    at: '/signup',
    signedOut: true,
    before: async () => {
      await signUp();
      await field('Verification code', '123456');
    },
    call: () => press('Verify'),
    failed: 'Verification failed. Please try again.',
    done: /^Good .*asha/,
    repeated: otpInvalid,
  },
  RequestPasswordReset: {
    at: '/forgot-password',
    signedOut: true,
    call: requestReset,
    failed: 'Could not send reset code. Please try again.',
    neverShown: /sent a reset code/,
    done: /sent a reset code/,
  },
  ResetPassword: {
    at: '/forgot-password',
    signedOut: true,
    before: async () => {
      await requestReset();
      await fields({
        'Reset code': '123456',
        'New password': 'another-word',
        'Confirm password': 'another-word',
      });
    },
    call: () => press('Verify & reset'),
    failed: 'Failed to reset password.',
    done: /^Good .*asha/,
    repeated: otpInvalid,
  },
  LogIn: {
    at: '/login',
    signedOut: true,
    world: { 'CodeRequest.status': 'SKIPPED' },
    before: logIn,
    call: () => press('Sign In'),
    failed: 'Something went wrong. Please try again.',
    done: /^Good .*asha/,
  },
  LogOut: {
    at: '/mydecks',
    call: async () => {
      await pressLabel(/^Account of/);
      await press('Sign Out');
    },
    failed: 'Welcome Back',
    retry: 'next visit',
    neverShown: /You were signed out/,
    done: 'Welcome Back',
  },
  RefreshAccess: {
    at: '/mydecks',
    token: agingToken,
    failed: 'Rivers',
    retry: 'next visit',
    neverShown: /Welcome Back/,
    done: 'Rivers',
  },
  CurrentPlan: {
    at: '/mydecks',
    failed: 'Rivers',
    retry: 'next visit',
    neverShown: /Free left/,
    done: /Free left/,
  },
  BillingStatus: {
    at: '/mydecks',
    before: openBillingDialog,
    failed: /^Your plan cannot be shown right now/,
    neverShown: /^Subscribe$|^Inactive$/,
    done: 'Subscribe',
  },
  StartCheckout: {
    at: '/mydecks',
    before: openPaying,
    call: () => press('Subscribe'),
    failed: 'Could not start checkout. Please try again.',
    done: 'Subscribe',
    creates: true,
  },
  RequestStkPush: {
    at: '/mydecks',
    // Outside of Kenya the form opens by a button, which is back once the prompt is on its way.
    world: { 'LearnerStats.timezone': 'Asia/Tokyo' },
    before: async () => {
      await openPaying();
      await press('Pay with M-Pesa on your phone');
      await field('M-Pesa phone number', '0712 345 678');
    },
    call: () => press('Pay KES 100 with M-Pesa'),
    // After a lost response the learner reads that the phone may ring already.
    failed:
      /^(?:The payment request could not be sent|We do not know yet whether the payment request was sent)/,
    neverShown: /Enter your M-Pesa PIN/,
    done: 'Pay with M-Pesa on your phone',
    creates: true,
  },
  VerifyPayment: {
    at: '/mydecks',
    world: { 'PaymentVerification.status': 'PENDING' },
    before: async () => {
      await openPaying();
      await field('invoice_id or checkout_id', 'ws-1');
    },
    call: () => press('Verify'),
    failed: 'Verification failed. Check the ID and try again.',
    neverShown: /not confirmed yet/,
    done: /^This payment is not confirmed yet/,
  },
  PaymentsScreen: {
    at: '/billing/payments',
    failed: 'Your payments could not be loaded',
    neverShown: /No payments yet/,
    done: 'apiRef 1',
  },
  PromptsScreen: {
    at: '/billing/prompts',
    world: { 'AiQuota.month': '2026-03' },
    failed: 'Your prompts could not be loaded',
    neverShown: /No prompts used/,
    done: 'title 1',
  },
  ReceiptScreen: {
    at: '/billing/receipts/1',
    failed: 'This receipt could not be loaded',
    neverShown: /no receipt yet|does not exist/,
    done: 'receiptNumber 1',
  },
  DecksToFill: {
    at: '/mydecks?ai=new',
    failed: /^Your decks could not be loaded. You can also open a deck/,
    done: 'Deck',
  },
  EarlierGenerations: {
    at: '/mydecks/1',
    before: openGeneration,
    failed: /^Your earlier generations cannot be shown/,
    done: 'Earlier generations',
  },
  GenerateCards: {
    at: '/mydecks/1',
    before: openWithText,
    call: () => press('Generate & Insert'),
    failed: 'Generation failed. Please try again.',
    neverShown: /added to Rivers/,
    done: /^3 cards added to Rivers/,
    creates: true,
  },
  GenerationProgress: {
    at: '/mydecks/1',
    world: { 'Mutation.generateCards': { place: 0, state: 'RUNNING' } },
    before: async () => {
      await openWithText();
      await press('Generate & Insert');
    },
    failed: /You can close this/,
    retry: 'by itself',
    neverShown: /added to Rivers|failed/,
    done: /^3 cards added to Rivers/,
  },
  InsertGeneratedCards: {
    at: '/mydecks/1',
    before: async () => {
      await openWithText();
      await press('Preview');
    },
    call: () => press(/^Insert \d+ Cards?$/),
    failed: 'Insert failed. Please try again.',
    neverShown: /added to Rivers/,
    done: /^3 cards added to Rivers/,
  },
  RecordAnswers: {
    at: '/study/1',
    before: studyOne,
    failed: /^Kept on this device/,
    retry: 'by itself',
    neverShown: /^Saved/,
    done: 'Saved as correct.',
  },
  UndoAnswer: {
    at: '/study/1',
    before: async () => {
      await studyOne();
      await screen.findByText('Saved as correct.');
      await press('Undo answer');
    },
    failed: 'Undoing the answer.',
    retry: 'by itself',
    neverShown: /^Saved|Answer undone/,
    done: 'Answer undone.',
  },
  EraseCounts: {
    at: '/settings',
    before: () => field('Password of this account', 'secret-word'),
    call: () => press('Erase my account'),
    failed: /^Your decks could not be counted, so nothing was erased/,
    neverShown: /^Are you sure/,
    done: /^Are you sure you want to erase your account/,
  },
  EraseMyAccount: {
    at: '/settings',
    call: eraseOnce,
    failed: 'No response. It is safe to try again.',
    neverShown: /is erased|is closed/,
    done: 'Your account is closed',
  },
  AdminStats: {
    at: '/admin',
    world: anOperator,
    failed: /^Failed to load stats/,
    neverShown: /^Updated/,
    done: /^Updated/,
  },
  AdminDays: {
    at: '/admin',
    world: anOperator,
    failed: /^Failed to load the last days/,
    done: 'today',
  },
  AdminFunnel: {
    at: '/admin',
    world: anOperator,
    failed: /^Failed to load the new users/,
    neverShown: /^Came back after 7 days/,
    done: 'Came back after 7 days',
  },
  AdminRuns: {
    at: '/admin',
    world: anOperator,
    failed: /^Failed to load the runs/,
    neverShown: /^In progress/,
    done: 'In progress',
  },
  GenerationCosts: {
    at: '/admin',
    world: anOperator,
    failed: /^Failed to load the costs/,
    neverShown: /costs nothing|tokens today/,
    done: /tokens today/,
  },
  Revenue: {
    at: '/admin?tab=money',
    world: anOperator,
    failed: /^Failed to load the revenue/,
    neverShown: /before refunds/,
    done: /before refunds/,
  },
  ConfirmedPayments: {
    at: '/admin?tab=money&from=2026-03-01&to=2026-03-02',
    world: anOperator,
    failed: /^Failed to load the payments/,
    neverShown: /^No payments/,
    done: 'receiptNumber 1',
  },
  FindPayments: {
    at: '/admin?tab=money',
    world: anOperator,
    before: () => field('Phone or reference', 'KMB-1'),
    call: () => press('Find'),
    failed: /^Failed to find payments/,
    neverShown: /^No payment was found/,
    done: 'receiptNumber 1',
  },
  Refunds: {
    at: '/admin?tab=money',
    world: anOperator,
    failed: /^Failed to load the refunds/,
    neverShown: /^No refund waits/,
    done: /^reason 1/,
  },
  AdminUsers: {
    at: '/admin?tab=users',
    world: anOperator,
    failed: /^Failed to load users/,
    neverShown: /^No users|^0 in all/,
    done: 'username 1',
  },
  AdminUser: {
    at: '/admin?tab=users&user=1',
    world: anOperator,
    failed: /^Failed to load the user/,
    neverShown: /^No account has the id/,
    done: 'username 1',
  },
  UserPayments: {
    at: '/admin?tab=users&user=1',
    world: anOperator,
    failed: /^Failed to load the payments/,
    neverShown: /^No payments/,
    done: 'receiptNumber 1',
  },
  UserGenerations: {
    at: '/admin?tab=users&user=1',
    world: anOperator,
    failed: /^Failed to load the generations/,
    neverShown: /^No generations/,
    done: /^Running now|^Failed \(failure 1\)|^1 of/,
  },
  AdminAudit: {
    at: '/admin?tab=audit',
    world: anOperator,
    failed: /^Failed to load the audit log/,
    neverShown: /^No calls/,
    done: 'action 1',
  },
  AdminEventDesk: {
    at: '/admin?tab=events',
    world: anOperator,
    failed: /^Failed to load the events/,
    done: 'service 1',
  },
  AdminDeadLetters: {
    at: '/admin?tab=events',
    world: anOperator,
    before: () => pressLabel('Show events of service 1'),
    failed: /^Failed to load the dead letters/,
    neverShown: /^There are none|^No /,
    done: 'type 1 (aggregate 1)',
  },
};

interface TestedElsewhere {
  /** Why the tests of that file are enough. */
  why: string;
  names: readonly string[];
}

/** Operations whose failures other tests cover, by the file of those tests. */
export const testedElsewhere: Record<string, TestedElsewhere> = {
  'features/settings/export-data.test.ts': {
    why: 'The export pauses 10 s after each failure, up to 8 times, so its tests inject the clock. They check that a missing part creates no file; reading creates nothing.',
    names: [
      'ExportAccount',
      'ExportDecks',
      'ExportFlashcards',
      'ExportGenerations',
      'ExportPayments',
      'ExportReviewLog',
    ],
  },
  'features/study/session/hooks/use-pausing.test.tsx': {
    why: 'The end of a session waits 8 s for its answers and is retried with a backoff of up to 30 s, so its tests and those of the queue inject the clock. The id of the session makes a repeat idempotent.',
    names: ['SessionAnswers', 'FinishSession'],
  },
  'features/study/session/load/load-session.test.tsx': {
    why: 'Without the number of cards left the summary offers a portion of the usual size, and its page says when none is left.',
    names: ['CardsLeft', 'NewCardsLeft'],
  },
  'app/sign-ins.test.tsx': {
    why: 'A token is renewed when the server refuses it. The tests refuse the renewal too; those of the auth context cover lost and repeated responses.',
    names: ['RenewAccess'],
  },
  'features/welcome/keep-cards.test.tsx': {
    why: 'The cards of the landing page wait in the storage of the tab. The tests fail the call and repeat it; journeys lose its response.',
    names: ['KeepCards'],
  },
  'shared/offline/send-change.test.ts': {
    why: 'What waits on this device is sent by the queue, whatever screen is open. The tests send each change again after every fault; those of the queue cover its pauses.',
    names: [
      'SendDeck',
      'SendDeckTexts',
      'SendDeckDeletion',
      'SendCard',
      'SendCardTexts',
      'SendCardMarks',
      'SendCardDeletion',
      'SendCardDeletions',
    ],
  },
  'shared/offline/offline-link.test.ts': {
    why: 'Decks are stored ahead without a word. A deck that could not be loaded is loaded on a later visit; one that its learner wants to keep says so.',
    names: ['DecksToKeep', 'KeptDeck'],
  },
  'features/import/import-page.test.tsx': {
    why: 'An upload waits 2 s after each failure, up to 60 times, and begins at the byte that the server counts; the page polls an import in work. A failed poll leaves the last state.',
    names: ['ImportProgress', 'CreateImport', 'UploadImportPiece'],
  },
  'features/decks/add-several/add-several.test.tsx': {
    why: 'Without the names of known cards the server skips them all the same. The test checks that a failure hides only the names.',
    names: ['ExistingCards'],
  },
  'features/dashboard/dashboard-page.test.tsx': {
    why: 'The operation only removes the offer of a paused session whose cards are gone. The test checks that a failure keeps the offer.',
    names: ['PausedCards'],
  },
  'features/admin/demo/demo-tab.test.tsx': {
    why: 'The tests cover a lost response and users that could not be read.',
    names: ['CreateDemoUsers', 'DemoBatchProgress', 'DemoBatchUsers'],
  },
  'features/admin/deletion/deletion.test.tsx': {
    why: 'A deletion has a dry run, a confirmation and polls that continue for 30 s of an outage. The tests inject the clock and cover lost responses and outages of each step.',
    names: ['DeleteUsers', 'DeletionProgress'],
  },
  'features/admin/events/events-tab.test.tsx': {
    why: 'All actions on dead letters and parked aggregates share one error path, which the tests cover. The tab is reloaded after each action, and a repeated action is rejected with a message.',
    names: ['DiscardDeadLetter', 'ReplayDeadLetter', 'ReplayDeadLetters', 'UnparkAggregate'],
  },
  'features/admin/money/money-tab.test.tsx': {
    why: 'Each action closes one refund and then reloads the list. The tests check that a failure is shown and that the refund stays with its buttons.',
    names: ['EndRefundedPlan', 'KeepRefundedPlan'],
  },
  'features/settings/schedule/changes.test.tsx': {
    why: 'Without the latest sessions the panel offers none to undo. A test checks that.',
    names: ['RecentSessions'],
  },
  'features/settings/schedule/schedule-panel.test.tsx': {
    why: 'Without the numbers the panel promises nothing, and a setting of a deck that was not saved shows its old value. The tests check both.',
    names: ['PastMonth', 'MemoryTable', 'ScheduleDecks', 'ScheduleSettings', 'UpdateDeckSchedule'],
  },
  'features/study/session/four-answers.test.tsx': {
    why: 'Without the numbers the buttons name no day, and the answer carries none. The test checks both.',
    names: ['NextDays'],
  },
  'features/settings/theme-panel.test.tsx': {
    why: 'The theme is shown before it is saved in the account, so a failure only adds a message.',
    names: ['ChangeTheme'],
  },
  'features/settings/language-panel.test.tsx': {
    why: 'The language is shown before it is saved in the account, so a failure only adds a message.',
    names: ['ChangeLanguage'],
  },
};
