import { Suspense } from 'react';
import { lazyNamed } from '../../browser/lazy-named.tsx';
import type { useVersioned } from './use-versioned.ts';

const ConflictDialog = lazyNamed(() => import('./conflict-dialog.tsx'), 'ConflictDialog');

type Values = Record<string, string>;

interface VersionConflictProps<V extends Values> {
  versioned: ReturnType<typeof useVersioned<V>>;
  /** Puts the chosen texts into the form. */
  setAll: (values: V) => void;
  /** Such as 'This card'. */
  thing: string;
  labels: Record<keyof V & string, string>;
  /** How a value is shown, when not as it is. */
  show?: (name: string, value: string) => string;
}

/** Both texts of a form whose save met another version, until the learner has chosen. */
export function VersionConflict<V extends Values>(props: VersionConflictProps<V>) {
  const { versioned, setAll, thing, labels, show } = props;
  const { conflict } = versioned;
  if (!conflict) return <></>;
  return (
    <Suspense>
      <ConflictDialog
        key={conflict.theirs.version}
        thing={thing}
        labels={labels}
        {...(show && { show })}
        base={conflict.base}
        mine={conflict.mine}
        theirs={conflict.theirs.values}
        onChoose={async (values) => {
          setAll(values as V);
          await versioned.choose(values as V);
        }}
        onClose={versioned.leave}
      />
    </Suspense>
  );
}
