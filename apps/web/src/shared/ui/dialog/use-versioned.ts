import { useState } from 'react';
import { conflictOf } from '../../apollo/errors.ts';
import { cleanTexts } from '../../format/clean-texts.ts';

type Values = Record<string, string>;

/** Texts of a resource and the version that has them. */
export interface Version<V extends Values> {
  values: V;
  version: number;
}

interface VersionedOptions<V extends Values> {
  /** Value that the form was opened with; `null` when it creates something. */
  opened: Version<V> | null;
  /** Reads the resource that a conflict comes with. */
  read: (current: never) => Version<V>;
  save: (values: V, version: number | undefined) => Promise<void>;
  onFailure: (error: unknown) => void;
}

/** Saves over the version that was read. After a conflict both texts are known until the learner has chosen. */
export function useVersioned<V extends Values>({ opened, read, save, onFailure }: VersionedOptions<V>) {
  const [base, setBase] = useState(opened);
  const [conflict, setConflict] = useState<{ mine: V; theirs: Version<V> } | null>(null);
  /** Whether it was saved. */
  const attempt = async (mine: V, over: Version<V> | null): Promise<boolean> => {
    try {
      await save(mine, over?.version);
      setConflict(null);
      return true;
    } catch (error) {
      const current = conflictOf(error);
      setConflict(current === null ? null : { mine, theirs: read(current as never) });
      if (current === null) onFailure(error);
      return false;
    }
  };
  return {
    save: (values: V) => attempt(cleanTexts(values), base),
    conflict: conflict && { ...conflict, base: base?.values ?? conflict.mine },
    /** Saves the chosen texts over the version that they were compared with. */
    choose: async (values: V) => {
      if (!conflict) return;
      setBase(conflict.theirs);
      await attempt(values, conflict.theirs);
    },
    leave: () => setConflict(null),
  };
}
