import type { Page, PageRequest, ServiceName } from '@kumbuka/contracts';
import type { DeadLetter } from '../../domain/events/dead-letter.ts';
import type { ServiceEvents } from '../../domain/events/event-admin.ts';

/** Event administration of all services: backlogs and dead letters. */
export interface EventAdmin {
  /** Returns within five seconds even if a service hangs. */
  read(service: ServiceName): Promise<ServiceEvents>;
  /** Lists undecided dead letters, oldest first. Throws Unavailable without Kafka. */
  deadLetters(service: ServiceName, page: PageRequest): Promise<Page<DeadLetter>>;
  /** Latest first. */
  discarded(service: ServiceName, page: PageRequest): Promise<Page<DeadLetter>>;
  /** Replays one dead letter, or all. */
  replay(service: ServiceName, by: string, id?: string): Promise<{ sent: number; kept: number }>;
  /** Discards a dead letter. Returns false when it does not exist. */
  discard(service: ServiceName, by: string, id: string): Promise<boolean>;
  unpark(service: ServiceName, aggregate: string): Promise<void>;
}
