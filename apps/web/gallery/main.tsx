import createCache from '@emotion/cache';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { App } from '../src/app/app.tsx';
import { startLanguage } from '../src/shared/i18n/chosen-language.ts';
import { Snackbars } from '../src/shared/ui/states/snackbars.tsx';
import { Gallery } from './gallery.tsx';

const styles = createCache({ key: 'k' });

// Frames load in any order; the last one to take the focus would show its ring and scroll the page.
if (window !== window.top) HTMLElement.prototype.focus = () => {};

await startLanguage();
createRoot(document.getElementById('root')!).render(
  <App styles={styles}>
    <MemoryRouter>
      <Snackbars>
        <Gallery address={new URLSearchParams(window.location.search)} />
      </Snackbars>
    </MemoryRouter>
  </App>,
);
