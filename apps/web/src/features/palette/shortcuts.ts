import { t } from '@lingui/core/macro';

interface Shortcut {
  keys: readonly string[];
  does: string;
}

const session = (): readonly Shortcut[] => [
  { keys: [t`Space`, t`Enter`], does: t`Show the answer or the question` },
  { keys: ['→', '1'], does: t`Correct, or the next card` },
  { keys: ['←', '0'], does: t`Incorrect, or the card before` },
  { keys: ['↑', '↓'], does: t`Scroll a long text` },
  { keys: ['U'], does: t`Undo the answer` },
  { keys: ['E'], does: t`Edit the card` },
  { keys: ['F'], does: t`Flag the card` },
  { keys: ['-'], does: t`Not today: bury the card` },
  { keys: ['!'], does: t`Suspend the card` },
  { keys: [t`Esc`], does: t`Leave; the session can be resumed` },
];

const everywhere = (isApple: boolean): readonly Shortcut[] => [
  { keys: [isApple ? '⌘ K' : 'Ctrl K'], does: t`Go to a page, deck or card` },
  { keys: ['?'], does: t`These shortcuts` },
];

/** The shortcuts of the screen at a path, its own first. */
export const shortcutsAt = (path: string, isApple: boolean): readonly Shortcut[] => [
  ...(/^\/study\/[^/]+$/.test(path) ? session() : []),
  ...everywhere(isApple),
];
