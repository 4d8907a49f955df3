import { lazy, useEffect, useState, type ComponentType } from 'react';
import { isChunkLoadError } from './chunk-load-error.ts';
import { MissingPart } from '../ui/states/missing-part.tsx';

/**
 * Lazy component of a module that exports it by name. When its chunk cannot be loaded, its place says so and the rest of the
 * page stays; its next opening loads it again.
 */
export function lazyNamed<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  function Missing(props: Props) {
    // Once it is shown, because React begins a suspended part again, which must find the same outcome.
    useEffect(() => void (part = begin()), []);
    return <MissingPart {...props} />;
  }
  const begin = () =>
    lazy(() =>
      load().then(
        (loaded): { default: ComponentType<Props> } => ({ default: loaded[name] }),
        (error: unknown) => {
          if (!isChunkLoadError(error)) throw error;
          return { default: Missing };
        },
      ),
    ) as ComponentType<Props>;
  let part = begin();
  return function LazyPart(props: Props) {
    const [Part] = useState(() => part);
    return <Part {...props} />;
  };
}
