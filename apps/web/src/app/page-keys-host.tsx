import { t } from '@lingui/core/macro';
import IconButton from '@mui/material/IconButton';
import { Suspense, useEffect, useState } from 'react';
import { withMessages } from '../shared/i18n/i18n.ts';
import { lazyNamed } from '../shared/browser/lazy-named.tsx';
import { isComposing, isCovered, isTyping } from '../shared/browser/page-keys.ts';
import { useStudyPreferences } from '../shared/study/study-preferences.ts';
import { SearchIcon } from '../shared/ui/icons.tsx';

const loadPalette = () => withMessages('palette', import('../features/palette/command-palette.tsx'));
const CommandPalette = lazyNamed(loadPalette, 'CommandPalette');
const ShortcutsDialog = lazyNamed(
  () => withMessages('palette', import('../features/palette/shortcuts-dialog.tsx')),
  'ShortcutsDialog',
);

type Overlay = 'palette' | 'shortcuts';

/** Overlay that a key opens: Ctrl or Cmd with K the palette, `?` the shortcuts (Shift is no modifier here). */
function overlayFor(event: KeyboardEvent, singleKeys: boolean): Overlay | null {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (isComposing(event)) return null;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette';
  if (!singleKeys || ctrlKey || metaKey || altKey || isTyping(event)) return null;
  return key === '?' ? 'shortcuts' : null;
}

/** Opens the palette and the list of shortcuts by key on every page, and the palette also by its button. */
export function PageKeysHost({ hasButton }: { hasButton: boolean }) {
  const { singleKeyShortcuts } = useStudyPreferences();
  const [open, setOpen] = useState<Overlay | null>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const next = overlayFor(event, singleKeyShortcuts);
      if (!next || event.defaultPrevented || isCovered()) return;
      event.preventDefault();
      setOpen(next);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [singleKeyShortcuts]);
  const close = () => setOpen(null);
  return (
    <>
      {hasButton && (
        <IconButton
          aria-label={t`Go to a page, deck or card`}
          onPointerEnter={loadPalette}
          onFocus={loadPalette}
          onClick={() => setOpen('palette')}
        >
          <SearchIcon />
        </IconButton>
      )}
      {open && (
        <Suspense>
          {open === 'palette' ? <CommandPalette onClose={close} /> : <ShortcutsDialog onClose={close} />}
        </Suspense>
      )}
    </>
  );
}
