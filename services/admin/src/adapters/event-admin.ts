import {
  eventRoutes,
  serviceNames,
  topicOf,
  type OwnEvents,
  type Page,
  type PageRequest,
  type ServiceName,
} from '@kumbuka/contracts';
import {
  isAway,
  deadLetterId,
  type DiscardedDeadLetter,
  type DeadLetterAdmin,
  type ReceivedMessage,
} from '@kumbuka/event-bus';
import { callService } from '@kumbuka/http-kit';
import { asProductError, type OwnEventsAdmin } from '@kumbuka/service-kit';
import { envelopeIn, withoutSecrets, type DeadLetter } from '../domain/events/dead-letter.ts';
import type { EventAdmin } from '../use-cases/ports.ts';
import { shownPayload } from './shown-payload.ts';

const responseMs = 1_500;
const discardedShown = 1_000;
const topics = serviceNames.map(topicOf);

export interface EventAdminOptions {
  services: Record<ServiceName, string>;
  internalKey: string;
  /** This service's own events. */
  own: OwnEventsAdmin;
  letters: DeadLetterAdmin;
}

const isDate = (at: Date) => !Number.isNaN(at.getTime());

/** Headers may be a stranger's: whatever is missing or odd is left out. */
function deadLetterOf(message: ReceivedMessage): DeadLetter {
  const { headers, value } = message;
  const failedAt = new Date(headers['failed-at'] ?? '');
  const attempts = Number(headers['attempts'] ?? 0);
  const event = envelopeIn(value);
  return {
    id: deadLetterId(message),
    reader: headers['group'] ?? '',
    type: event?.type ?? headers['type'] ?? null,
    aggregate: event && `${event.aggregate.type}:${event.aggregate.id}`,
    reason: headers['reason'] ?? '',
    error: withoutSecrets(headers['error'] ?? ''),
    attempts: Number.isSafeInteger(attempts) ? attempts : 0,
    failedAt: isDate(failedAt) ? failedAt : null,
    payload: headers['value-left-out'] === undefined ? shownPayload(value) : null,
    discarded: null,
  };
}

const discardedOf = ({ message: deadLetter, by, at }: DiscardedDeadLetter): DeadLetter => ({
  ...deadLetterOf(deadLetter),
  discarded: { by, at },
});

const pageOf = <Letter>(
  letters: readonly Letter[],
  { page, perPage }: PageRequest,
  view: (deadLetter: Letter) => DeadLetter,
): Page<DeadLetter> => ({
  items: letters.slice((page - 1) * perPage, page * perPage).map(view),
  page,
  perPage,
  total: letters.length,
});

const nullWhenAway = (error: unknown): null => {
  if (isAway(error)) return null;
  throw error;
};

const passOn = (error: unknown): never => {
  throw asProductError(error);
};

/** Asks the other services over their declared routes, and Kafka for what lies there. */
export function createEventAdmin({ services, internalKey, own, letters }: EventAdminOptions): EventAdmin {
  const at = (service: ServiceName) =>
    callService({ baseUrl: services[service], internalKey, timeoutMs: responseMs });
  const ownOf = (service: ServiceName): Promise<OwnEvents> =>
    service === 'admin' ? own.read() : at(service).call(eventRoutes[service].readEvents, {});

  return {
    async read(service) {
      const [told, lags, deadLetters, discarded] = await Promise.all([
        ownOf(service).catch(nullWhenAway),
        letters.lag(service, topics).catch(nullWhenAway),
        letters.count(topicOf(service)).catch(nullWhenAway),
        letters.countDiscarded(topicOf(service)),
      ]);
      return { service, own: told, lags, deadLetters, discarded };
    },
    letters: async (service, page) =>
      pageOf(await letters.listDeadLetters(topicOf(service)).catch(passOn), page, deadLetterOf),
    discarded: async (service, page) =>
      pageOf(await letters.discarded(topicOf(service), discardedShown), page, discardedOf),
    replay: (service, by, id) => letters.replay(topicOf(service), by, id).catch(passOn),
    discard: (service, by, id) => letters.discard(topicOf(service), by, id).catch(passOn),
    async unpark(service, aggregate) {
      if (service === 'admin') await own.unpark(aggregate);
      else await at(service).call(eventRoutes[service].unpark, { body: { aggregate } });
    },
  };
}
