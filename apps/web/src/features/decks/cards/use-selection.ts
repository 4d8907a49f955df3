import { useState } from 'react';

/**
 * Selected rows of a page. Rows that are not shown any more are not selected. With Shift every row from the last one that
 * was toggled gets the same state.
 */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const selected = ids.filter((id) => chosen.has(id));

  const toggle = (id: string, withShift: boolean) => {
    const isOn = !chosen.has(id);
    const [from, to] = [ids.indexOf(last ?? id), ids.indexOf(id)];
    const range = withShift && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    const next = new Set(selected);
    for (const each of range)
      if (isOn) next.add(each);
      else next.delete(each);
    setChosen(next);
    setLast(id);
  };
  const toggleAll = () => setChosen(selected.length === ids.length ? new Set() : new Set(ids));
  const clear = () => setChosen(new Set());
  return { selected, isSelected: (id: string) => chosen.has(id), toggle, toggleAll, clear };
}
