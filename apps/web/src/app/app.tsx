import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { RouterProvider } from 'react-router-dom';
import { Announcer } from '../shared/ui/states/announcer.tsx';
import { IconDefaults } from '../shared/ui/icons.tsx';
import { router } from './router.tsx';
import { themeStorage } from '../shared/theme/chosen-theme.ts';
import { theme } from '../shared/theme/theme.ts';

/** The server writes one nonce for each page; styles made at run time carry it, so the policy needs no 'unsafe-inline'. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'k', ...(nonce ? { nonce } : {}) });

export function App() {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="dark" modeStorageKey="mode" storageManager={themeStorage}>
        <CssBaseline />
        <IconDefaults>
          <Announcer>
            <RouterProvider router={router} />
          </Announcer>
        </IconDefaults>
      </ThemeProvider>
    </CacheProvider>
  );
}
