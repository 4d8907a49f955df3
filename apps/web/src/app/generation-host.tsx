import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { withMessages } from '../shared/i18n/i18n.ts';
import { draftOf } from '../shared/browser/drafts.ts';
import {
  generationPlace,
  OpenGenerationContext,
  type GenerationDraft,
  type GenerationTarget,
  type OpenGeneration,
  type Rewriting,
} from '../shared/ai/open-generation.ts';
import { lazyNamed } from '../shared/browser/lazy-named.tsx';
import { Opening } from '../shared/ui/states/opening.tsx';

const load = () => withMessages('ai', import('../features/ai/generation-dialog.tsx'));
const GenerationDialog = lazyNamed(load, 'GenerationDialog');

interface GenerationRequest {
  target: GenerationTarget | null;
  isOpen: boolean;
  /** Text to begin with. */
  text?: string | undefined;
  rewriting?: Rewriting | undefined;
}

/** Opens the dialog again when the page was loaded again while a text was in it. */
function requestOfDraft(): GenerationRequest | null {
  const kept = draftOf<GenerationDraft>(generationPlace).read();
  return kept?.path === location.pathname ? { target: kept.target, isOpen: true } : null;
}

/** Mounts the dialog that generates cards above the screens and keeps it mounted, so that a generation outlives its closing. */
export function GenerationHost({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<GenerationRequest | null>(requestOfDraft);
  const close = useCallback(() => setRequest((before) => before && { ...before, isOpen: false }), []);
  const openGeneration = useMemo<OpenGeneration>(
    () => ({
      open: (target, text, rewriting) => setRequest({ target, text, rewriting, isOpen: true }),
      prefetch: () => void load(),
    }),
    [],
  );
  return (
    <OpenGenerationContext value={openGeneration}>
      {children}
      {request && (
        <Opening>
          <GenerationDialog
            open={request.isOpen}
            target={request.target}
            text={request.text}
            rewriting={request.rewriting}
            onClose={close}
          />
        </Opening>
      )}
    </OpenGenerationContext>
  );
}
