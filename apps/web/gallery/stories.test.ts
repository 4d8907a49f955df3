import { expect, it } from 'vitest';
import { groups } from './groups.ts';
import { iconComponents } from './stories/controls.tsx';

type Exports = Record<string, unknown>;

const modules = import.meta.glob<Exports>(['../src/shared/**/*.tsx', '!../src/shared/**/*.test.tsx'], {
  eager: true,
});

/** Components of the shared folders without a picture, with the reason. */
const withoutStory: Record<string, string> = {
  Announcer: 'speaks to screen readers only',
  AnswerQueueProvider: 'hands on the answer queue',
  AuthProvider: 'hands on the account',
  CardForm: 'is the card dialog, drawn as that',
  CardPreview: 'is below the fields of a formatted card; the journey of rich cards draws it',
  MissingPart: 'is a sentence of its own, drawn while a part has no code; its test shows it',
  ExportMenu: 'is a menu of five formats, drawn when it opens',
  EditorBar: 'is above the fields of the card dialog, drawn with it',
  KindSelect: 'is above the fields of the card dialog, drawn with it',
  OcclusionForm: 'uploads a picture first; the journey of covered parts draws it',
  PictureParts: 'is in the form of covered parts; its journey draws it',
  PartList: 'is in the form of covered parts; its journey draws it',
  Opening: 'is a line at the top of the window until a dialog has its code; its test shows it',
  ThemeButton: 'is a button with one of three icons; the journey of themes presses it',
  BuiltThemeToggle: 'is the same button once for each theme',
  NoteDialog: 'loads a note and then is the card dialog',
  RichText: 'is the text of a card after its chunk came; the journey of rich cards draws it',
  SideContent: 'is the text of a card, drawn with it',
  SpecialSide: 'is the text of a card after its chunk came; the journey of rich cards draws it',
  IconDefaults: 'hands on the stroke of all icons, which are drawn with it',
  LowerCard: 'is the edge of a card below another, drawn with the cards of the landing page and the session',
  DialogAlert: 'is an alert that scrolls into view, drawn as one and in the form dialog',
  ShellPage: 'is in the page before the client; its bar and its place are drawn by themselves',
  Trans: 'is a text, drawn by what it is part of',
};

/** Exported components, by name; hooks, rules and constants begin with a small letter. */
function componentsOf(exports: readonly Exports[]): Map<string, unknown> {
  const named = exports.flatMap((each) => Object.entries(each));
  return new Map(named.filter(([name]) => /^[A-Z]/.test(name)));
}

const stories = [...groups.values()].flat();
const drawn = new Set<unknown>([...iconComponents, ...stories.map(({ component }) => component)]);
const undrawn = (components: ReadonlyMap<string, unknown>) =>
  [...components].filter(([, component]) => !drawn.has(component)).map(([name]) => name);

it('the check finds a shared component without a story', () => {
  const Planted = () => null;
  expect(undrawn(componentsOf([{ Planted, usePlanted: () => 1 }]))).toEqual(['Planted']);
});

it('every shared component has a story, or a reason why it has none', () => {
  const components = componentsOf(Object.values(modules));
  expect(components.size).toBeGreaterThan(60);
  expect(undrawn(components).toSorted()).toEqual(Object.keys(withoutStory).toSorted());
});

it('every story has a name and at least one state of its own', () => {
  const names = stories.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(stories.filter(({ states }) => Object.keys(states).length === 0)).toEqual([]);
});
