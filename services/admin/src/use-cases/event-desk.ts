import { serviceNames, type Page, type PageRequest, type ServiceName } from '@kumbuka/contracts';
import type { DeadLetter } from '../domain/events/dead-letter.ts';
import type { ServiceEvents } from '../domain/events/event-desk.ts';
import { DeadLetterCut, DeadLetterNotFound } from '../domain/errors.ts';
import type { Ports } from './ports.ts';

/** How the events of every service stand, asked side by side: who does not answer holds nobody up. */
export const readEventDesk =
  ({ eventDesk }: Ports) =>
  (): Promise<ServiceEvents[]> =>
    Promise.all(serviceNames.map((service) => eventDesk.read(service)));

export interface DeadLettersAsked extends PageRequest {
  service: ServiceName;
  /** Those that were put aside, in the place of those that wait. */
  discarded: boolean;
}

/** Dead letters of a service's topic. */
export const listDeadLetters =
  ({ eventDesk }: Ports) =>
  ({ service, discarded, ...page }: DeadLettersAsked): Promise<Page<DeadLetter>> =>
    discarded ? eventDesk.discarded(service, page) : eventDesk.letters(service, page);

export interface LetterNamed {
  service: ServiceName;
  id: string;
}

/** Publishes a dead letter again as it was. */
export const replayDeadLetter =
  ({ eventDesk }: Ports) =>
  async ({ service, id }: LetterNamed, by: string): Promise<ServiceEvents> => {
    const { sent, kept } = await eventDesk.replay(service, by, id);
    if (kept > 0) throw new DeadLetterCut();
    if (sent === 0) throw new DeadLetterNotFound();
    return eventDesk.read(service);
  };

export interface ReplayedLetters {
  sent: number;
  /** Too large to be kept whole; they stay. */
  kept: number;
  events: ServiceEvents;
}

/** Publishes all dead letters of a service's topic again, in order. */
export const replayDeadLetters =
  ({ eventDesk }: Ports) =>
  async ({ service }: Pick<LetterNamed, 'service'>, by: string): Promise<ReplayedLetters> => ({
    ...(await eventDesk.replay(service, by)),
    events: await eventDesk.read(service),
  });

/** Puts a dead letter aside: nobody will work it off. */
export const discardDeadLetter =
  ({ eventDesk }: Ports) =>
  async ({ service, id }: LetterNamed, by: string): Promise<ServiceEvents> => {
    if (!(await eventDesk.discard(service, by, id))) throw new DeadLetterNotFound();
    return eventDesk.read(service);
  };

/** Has a service take the events of an aggregate again. */
export const unparkAggregate =
  ({ eventDesk }: Ports) =>
  async ({ service, aggregate }: { service: ServiceName; aggregate: string }): Promise<ServiceEvents> => {
    await eventDesk.unpark(service, aggregate);
    return eventDesk.read(service);
  };
