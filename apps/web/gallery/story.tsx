import type { ComponentType, ReactNode } from 'react';
import { shownLanguage } from '../src/shared/i18n/i18n.ts';

interface Look {
  /** Minimum width of a state, in pixels. */
  width?: number;
  /** Height of a window of its own, in pixels, for what lies over a page. */
  frame?: number;
  /** Wraps the component in a state. */
  within?: (drawing: ReactNode, state: string) => ReactNode;
}

export interface Story extends Look {
  name: string;
  /** Shared component of the story; omitted for a component that only the theme changes. */
  component?: unknown;
  states: Record<string, () => ReactNode>;
}

/** Story of components of Material UI as the theme changes them. */
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

/** Returns a sample text in the shown language. */
export const say = (english: string, kiswahili: string): string =>
  shownLanguage() === 'sw' ? kiswahili : english;

export const doNothing = () => {};
export const neverEnds = () => new Promise<void>(() => {});
