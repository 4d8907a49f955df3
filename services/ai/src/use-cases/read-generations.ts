import { pageWithTotal, type Page, type PageRequest } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { GenerationNotFound } from '../domain/errors.ts';
import type { Generation } from '../domain/generation.ts';
import type { Ports } from './ports.ts';

/** A page of a learner's generations, latest first. */
export const listGenerations =
  ({ generations }: Pick<Ports, 'generations'>) =>
  async (page: PageRequest, { userId }: Pick<Principal, 'userId'>): Promise<Page<Generation>> =>
    pageWithTotal(page, await generations.page(userId, page), () => generations.count(userId));

/** Reads a page of the learner's generations, and prepares the provider, because a generation may follow. */
export const openGenerations =
  (ports: Pick<Ports, 'generations' | 'provider'>) =>
  (page: PageRequest, principal: Principal): Promise<Page<Generation>> => {
    void ports.provider.prepare?.();
    return listGenerations(ports)(page, principal);
  };

/** A page of the generations that used prompts of a month, latest first. */
export const listUses =
  ({ generations }: Pick<Ports, 'generations'>) =>
  async (month: string, page: PageRequest, { userId }: Principal): Promise<Page<Generation>> =>
    pageWithTotal(page, await generations.pageOfMonth(userId, month, page), () =>
      generations.countOfMonth(userId, month),
    );

export const readGeneration =
  ({ generations }: Pick<Ports, 'generations'>) =>
  async (id: number, { userId }: Principal): Promise<Generation> => {
    const generation = await generations.find(userId, id);
    if (!generation) throw new GenerationNotFound();
    return generation;
  };
