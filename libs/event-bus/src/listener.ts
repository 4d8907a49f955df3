import type { Envelope, EventContract, EventData } from '@kumbuka/contracts';
import type { ClientSession } from 'mongoose';

/** What a service does about one kind of event, within the transaction that also marks the event as seen. */
export interface Listener {
  contract: EventContract;
  handle(event: Envelope, session: ClientSession): Promise<void>;
}

export const on = <Contract extends EventContract>(
  contract: Contract,
  handle: (event: Envelope<EventData<Contract>>, session: ClientSession) => Promise<void>,
): Listener => ({
  contract,
  handle: (event, session) =>
    handle({ ...event, data: contract.data.parse(event.data) as EventData<Contract> }, session),
});
