import createStyles from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';

const styles = createStyles({ key: 'css', speedy: true });

/** Keeps all styles in one element, as in production: with an element for each rule tests need a third more time. */
export const QuickStyles = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={styles}>{children}</CacheProvider>
);
