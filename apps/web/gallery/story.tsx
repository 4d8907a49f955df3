import type { ComponentType, ReactNode } from 'react';
import { shownLanguage } from '../src/shared/i18n/i18n.ts';

interface Look {
  /** Minimum width of a state, in pixels. */
  width?: number;
  /** Height of a window of its own, in pixels, for what lies over a page. */
  frame?: number;
  /** Puts something around a state. */
  within?: (drawing: ReactNode, state: string) => ReactNode;
}

export interface Story extends Look {
  name: string;
  /** Left out where the theme alone is shown. */
  component?: unknown;
  states: Record<string, () => ReactNode>;
}

/** States of what the theme changes of the component library. */
export const sheet = (name: string, states: Story['states'], look: Look = {}): Story => ({
  name,
  states,
  ...look,
});

/** States of one component, named in an object so that the build keeps the name. Properties are read at each change of the language. */
export function story<Props extends object>(
  named: Record<string, ComponentType<Props>>,
  properties: Record<string, () => Props>,
  look: Look = {},
): Story {
  const [[name, Component] = []] = Object.entries(named);
  if (!name || !Component) throw new Error('A story needs a component.');
  const states = Object.entries(properties).map(([state, read]) => [state, () => <Component {...read()} />]);
  return { name, component: Component, states: Object.fromEntries(states), ...look };
}

/** A sample text in the shown language. */
export const say = (english: string, kiswahili: string): string =>
  shownLanguage() === 'sw' ? kiswahili : english;

export const doNothing = () => {};
export const neverEnds = () => new Promise<void>(() => {});
