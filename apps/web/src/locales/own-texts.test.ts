import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, 'sw');
const texts = readdirSync(folder).flatMap((name) =>
  [...readFileSync(join(folder, name), 'utf8').matchAll(/^msgid "(.+)"$/gm)].map(([, text = '']) => text),
);

/** Texts of the product specification that have capitals of their own, and their counterparts. */
const quoted = new Set([
  '1 Beginner',
  '5 Expert',
  'Achievements & Badges',
  'Add Flashcard',
  'Add New Flashcard',
  'Admin Dashboard',
  'Avg. Study Time',
  'Back to Deck',
  'Back to Study',
  'Cards Mastered',
  'Create Account',
  'Create Deck',
  'Create Demo Users',
  'Create New Deck',
  'Create Your First Deck',
  'Delete Deck',
  'Delete Flashcard',
  'Delete Selected FAST',
  'Delete Selected SLOW',
  'Delete Selected TURBO',
  'Difficulty Level',
  'Difficulty Level is required',
  'Edit Deck',
  'Edit Flashcard',
  'Features Designed for Effective Learning',
  'Finish Study Session',
  'Focus Score',
  'Generate & Insert',
  'Get Started',
  'Go Back',
  'Insert {kept} Cards',
  'Last Studied',
  'Learning Progress',
  'Learning Tips',
  'Master Any Subject with Smart Flashcards',
  'Mastery Level',
  'My Flashcard Decks',
  'No Flashcards Found',
  'No Flashcards Yet',
  'No Subject',
  'Payment Verification',
  'Quick Study',
  'Retention Rate',
  'SQL Echo',
  'Save Changes',
  'Save Goal',
  'Show All Catalogs',
  'Show Answer',
  'Show Less',
  'Show Question',
  'Sign In',
  'Sign Out',
  'Sort By',
  'Start Studying',
  'Start Your Learning Journey',
  'Study Dashboard',
  'Study Now',
  'Study Session',
  'Study Session Complete!',
  'Study Streak',
  'Unlock at Level 2',
  'Unlock at Level 2 (keep your streak)',
  'Update Weekly Goal',
  'View All Decks',
  'Weekly Goal',
  'Welcome Back',
  'XP Progress',
  'XP Progress — {xp} / {nextLevelXp}',
  'Your Journey, Your Way',
]);

/** Names, and words that name a part of the page. */
const names =
  /^(?:Kumbuka|Kiswahili|English|Anki|Quizlet|Markdown|Kenya|Kenyan|Biology|Chemistry|Physics|JavaScript|Sunday|Saturday|Shift|Delete|My|Decks|Changes|Payments|Import|Incorrect|Correct|Again|Hard|Good|Easy|Share|Add|Home|Screen)$/;

const capitalsIn = (text: string) =>
  text
    .replaceAll(/\{[^{}]*\}/g, '')
    .split(/(?<=[.!?:·—])\s+|\\n|"/)
    .flatMap((sentence) => sentence.trim().split(/\s+/).slice(1))
    .map((word) => word.replace(/[.,;:!?)]+$/, ''))
    .filter((word) => /^[A-Z][a-z]+/.test(word) && !names.test(word));

it('own texts are in sentence case; only the texts of the specification have other capitals (D42)', () => {
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter((text) => !quoted.has(text) && capitalsIn(text).length > 0)).toEqual([]);
});
