import { serviceNames, type Page, type PageRequest, type ServiceName } from '@kumbuka/contracts';
import type { DeadLetter } from '../domain/events/dead-letter.ts';
import type { ServiceEvents } from '../domain/events/event-admin.ts';
import { DeadLetterCut, DeadLetterNotFound } from '../domain/errors.ts';
import type { Ports } from './ports.ts';

/** Reads the state of the events of all services in parallel, so that an unavailable one delays no other. */
export const readEventDesk =
  ({ eventAdmin }: Pick<Ports, 'eventAdmin'>) =>
  (): Promise<ServiceEvents[]> =>
    Promise.all(serviceNames.map((service) => eventAdmin.read(service)));

export interface DeadLetterQuery extends PageRequest {
  service: ServiceName;
  /** Lists discarded dead letters instead of waiting ones. */
  discarded: boolean;
}

/** Lists dead letters of a service. */
export const listDeadLetters =
  ({ eventAdmin }: Pick<Ports, 'eventAdmin'>) =>
  ({ service, discarded, ...page }: DeadLetterQuery): Promise<Page<DeadLetter>> =>
    discarded ? eventAdmin.discarded(service, page) : eventAdmin.deadLetters(service, page);

export interface DeadLetterRef {
  service: ServiceName;
  id: string;
}

/** Publishes the original of a dead letter again, unchanged. */
export const replayDeadLetter =
  ({ eventAdmin }: Pick<Ports, 'eventAdmin'>) =>
  async ({ service, id }: DeadLetterRef, by: string): Promise<ServiceEvents> => {
    const { sent, kept } = await eventAdmin.replay(service, by, id);
    if (kept > 0) throw new DeadLetterCut();
    if (sent === 0) throw new DeadLetterNotFound();
    return eventAdmin.read(service);
  };

export interface ReplayedDeadLetters {
  sent: number;
  /** Number of dead letters that cannot be replayed; they stay. */
  kept: number;
  events: ServiceEvents;
}

/** Publishes all dead letters of a service again, in order. */
export const replayDeadLetters =
  ({ eventAdmin }: Pick<Ports, 'eventAdmin'>) =>
  async ({ service }: Pick<DeadLetterRef, 'service'>, by: string): Promise<ReplayedDeadLetters> => ({
    ...(await eventAdmin.replay(service, by)),
    events: await eventAdmin.read(service),
  });

/** Discards a dead letter, which will then never be processed. */
export const discardDeadLetter =
  ({ eventAdmin }: Pick<Ports, 'eventAdmin'>) =>
  async ({ service, id }: DeadLetterRef, by: string): Promise<ServiceEvents> => {
    if (!(await eventAdmin.discard(service, by, id))) throw new DeadLetterNotFound();
    return eventAdmin.read(service);
  };

/** Makes a service process the events of a parked aggregate again. */
export const unparkAggregate =
  ({ eventAdmin }: Pick<Ports, 'eventAdmin'>) =>
  async ({ service, aggregate }: { service: ServiceName; aggregate: string }): Promise<ServiceEvents> => {
    await eventAdmin.unpark(service, aggregate);
    return eventAdmin.read(service);
  };
