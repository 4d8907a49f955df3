import { versionsOf, type Envelope, type EventContract, type EventData } from '@kumbuka/contracts';
import type { ClientSession } from 'mongoose';

/** Session of an event's transaction. */
export type Session = ClientSession;

/**
 * Handler for one event type. Runs in the transaction that records the event as processed. The consumer has
 * validated the event.
 */
export interface Listener {
  contract: EventContract;
  handle(event: Envelope, session: Session): Promise<void>;
  /** Handles consecutive events together; listeners with the same function share a call. */
  handleMany?: HandleMany;
}
export type HandleMany = (events: readonly Envelope[], session: Session) => Promise<void>;

/**
 * Declares a handler. It passes `session` to every database call, so that its effect and the processed mark
 * commit together. It may run more than once; an aborted run leaves no trace.
 */
export const on = <Contract extends EventContract>(
  contract: Contract,
  handle: (event: Envelope<EventData<Contract>>, session: Session) => Promise<void>,
): Listener => ({ contract, handle });

/**
 * Declares a batch handler for several event types, for bulk writes. Events are in order, also per aggregate,
 * with the same guarantees as `on`.
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

/** A group has two listeners for the same event. */
export class DuplicateListener extends Error {
  readonly code = 'DUPLICATE_LISTENER';

  constructor(type: string, version: number) {
    super(`There are two listeners for ${type} version ${version}.`);
    this.name = 'DuplicateListener';
  }
}

/** Listeners of a group by type and version. */
export interface ListenerTable {
  topics: string[];
  handlesType(type: string): boolean;
  find(type: string, version: number): Listener | undefined;
}

const slotOf = (type: string, version: number) => `${type}.v${version}`;

/** Listeners by type and version; each also receives the earlier versions of its contract. */
function slotsOf(listeners: readonly Listener[]): Map<string, Listener> {
  const bySlot = new Map<string, Listener>();
  for (const listener of listeners) {
    const { type } = listener.contract;
    for (const version of versionsOf(listener.contract)) {
      if (bySlot.has(slotOf(type, version))) throw new DuplicateListener(type, version);
      bySlot.set(slotOf(type, version), listener);
    }
  }
  return bySlot;
}

/** Builds the table of a group. Throws `DuplicateListener`. */
export function tableOf(listeners: readonly Listener[]): ListenerTable {
  const bySlot = slotsOf(listeners);
  const types = new Set(listeners.map(({ contract }) => contract.type));
  return {
    topics: [...new Set(listeners.map(({ contract }) => contract.topic))],
    handlesType: (type) => types.has(type),
    find: (type, version) => bySlot.get(slotOf(type, version)),
  };
}
