import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Announcer } from '../shared/ui/states/announcer.tsx';
import { IconDefaults } from '../shared/ui/icons.tsx';
import { themeStorage } from '../shared/theme/chosen-theme.ts';
import { theme } from '../shared/theme/theme.ts';

/** Theme, styles and announcer around every screen. `styles` is the emotion cache of the browser, or that of the build. */
export function App({ styles, children }: { styles: EmotionCache; children: ReactNode }) {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="dark" modeStorageKey="mode" storageManager={themeStorage}>
        <CssBaseline />
        <IconDefaults>
          <Announcer>{children}</Announcer>
        </IconDefaults>
      </ThemeProvider>
    </CacheProvider>
  );
}
