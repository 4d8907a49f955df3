import { versionsOf, type Envelope, type EventContract, type EventData } from '@kumbuka/contracts';
import type { ClientSession } from 'mongoose';

/** The transaction in which an event takes effect, for who hands it on without looking into it. */
export type Session = ClientSession;

/**
 * What a service does about one kind of event, within the transaction that also marks the event as seen. The
 * consumer has parsed the event by the contract before.
 */
export interface Listener {
  contract: EventContract;
  handle(event: Envelope, session: Session): Promise<void>;
  /** Instead of `handle`, for events that follow each other; listeners with the same one share a call. */
  handleMany?: HandleMany;
}
export type HandleMany = (events: readonly Envelope[], session: Session) => Promise<void>;

/**
 * Declares what happens on an event. The handler passes `session` to every database call, so that its effect and
 * the mark "seen" are one; it may run more than once, and a run that did not commit leaves nothing behind.
 */
export const on = <Contract extends EventContract>(
  contract: Contract,
  handle: (event: Envelope<EventData<Contract>>, session: Session) => Promise<void>,
): Listener => ({ contract, handle });

/**
 * Declares what happens on several kinds of events, as many at once as follow each other: for listeners that can
 * write in bulk. The events come in order, those of one aggregate too; the same promises as of `on` hold.
 */
export const onMany = <Contract extends EventContract>(
  contracts: readonly Contract[],
  handle: (events: readonly Envelope<EventData<Contract>>[], session: Session) => Promise<void>,
): Listener[] => {
  const handleMany = handle as HandleMany;
  return contracts.map((contract) => ({
    contract,
    handle: (event, session) => handleMany([event], session),
    handleMany,
  }));
};

/** Two listeners of one group for the same event: which of them is meant? */
export class DuplicateListener extends Error {
  readonly code = 'DUPLICATE_LISTENER';

  constructor(type: string, version: number) {
    super(`There are two listeners for ${type} version ${version}.`);
    this.name = 'DuplicateListener';
  }
}

/** Listeners of a group, found by type and version. */
export interface ListenerTable {
  topics: string[];
  knowsType(type: string): boolean;
  find(type: string, version: number): Listener | undefined;
}

const slot = (type: string, version: number) => `${type}.v${version}`;

/** Earlier versions of a contract are its listener's, too. */
function slotsOf(listeners: readonly Listener[]): Map<string, Listener> {
  const bySlot = new Map<string, Listener>();
  for (const listener of listeners) {
    const { type } = listener.contract;
    for (const version of versionsOf(listener.contract)) {
      if (bySlot.has(slot(type, version))) throw new DuplicateListener(type, version);
      bySlot.set(slot(type, version), listener);
    }
  }
  return bySlot;
}

/** Throws DuplicateListener. */
export function tableOf(listeners: readonly Listener[]): ListenerTable {
  const bySlot = slotsOf(listeners);
  const types = new Set(listeners.map(({ contract }) => contract.type));
  return {
    topics: [...new Set(listeners.map(({ contract }) => contract.topic))],
    knowsType: (type) => types.has(type),
    find: (type, version) => bySlot.get(slot(type, version)),
  };
}
