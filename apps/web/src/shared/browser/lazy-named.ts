import { lazy, type ComponentType } from 'react';

/** Lazy component of a module that exports it by name. */
export const lazyNamed = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
