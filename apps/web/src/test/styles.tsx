import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type * as Serialize from '@emotion/serialize';
import { createRequire } from 'node:module';
import type { ReactNode } from 'react';

const serialize = createRequire(import.meta.url)('@emotion/serialize') as {
  -readonly [Name in keyof typeof Serialize]: (typeof Serialize)[Name];
};
/** This process may have other instances of this module, after a reset of the modules; they share the library and the cache. */
const shared = serialize as typeof serialize & { computed?: EmotionCache };
const isFirst = shared.computed === undefined;
const computed = (shared.computed ??= createCache({ key: 'computed' }));
const { serializeStyles } = serialize;
const none = { name: 'none', styles: '' };

/**
 * Leaves out the styles of all components: computing them takes a fifth of the time of these tests, and jsdom has no layout.
 * What styles hide or move is judged in Chromium.
 */
export function leaveOutStyles() {
  if (!isFirst) return;
  serialize.serializeStyles = (styles, registered, props) =>
    registered === computed.registered ? serializeStyles(styles, registered, props) : none;
}

/** Renders components with their styles, for a test that reads them. */
export const WithStyles = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={computed}>{children}</CacheProvider>
);
