import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type * as Serialize from '@emotion/serialize';
import { createRequire } from 'node:module';
import type { ReactNode } from 'react';

const serialize = createRequire(import.meta.url)('@emotion/serialize') as {
  -readonly [Name in keyof typeof Serialize]: (typeof Serialize)[Name];
};
const { serializeStyles } = serialize;
const computed = createCache({ key: 'computed' });
const none = { name: 'none', styles: '' };

/**
 * Leaves out the styles of all components: computing them takes a fifth of the time of these tests, and jsdom has no layout.
 * What styles hide or move is judged in Chromium.
 */
export function leaveOutStyles() {
  serialize.serializeStyles = (styles, registered, props) =>
    registered === computed.registered ? serializeStyles(styles, registered, props) : none;
}

/** Renders components with their styles, for a test that reads them. */
export const WithStyles = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={computed}>{children}</CacheProvider>
);
