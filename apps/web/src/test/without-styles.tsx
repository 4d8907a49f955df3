import createStyles from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';

const styles = createStyles({ key: 'css' });
styles.insert = () => {};

/**
 * Styles never reach the document: jsdom has no layout, and its computed styles take a quarter of the time of all tests.
 * What styles hide or move is judged in Chromium.
 */
export const WithoutStyles = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={styles}>{children}</CacheProvider>
);
