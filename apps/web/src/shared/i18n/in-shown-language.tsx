import type { ComponentType } from 'react';
import { useShownLanguage } from './i18n.ts';

/**
 * A component of a route that renders again, with all below it, when another language is chosen. What was typed stays.
 * Each route needs it: the router keeps the elements of its routes, and React skips an element that has not changed.
 */
export function inShownLanguage(Component: ComponentType): ComponentType {
  return function InShownLanguage() {
    useShownLanguage();
    return <Component />;
  };
}
