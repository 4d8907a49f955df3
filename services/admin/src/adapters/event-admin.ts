import {
  eventRoutes,
  serviceNames,
  topicOf,
  type EventStatus,
  type Page,
  type PageRequest,
  type ServiceName,
} from '@kumbuka/contracts';
import {
  isUnavailable,
  deadLetterId,
  type DiscardedDeadLetter,
  type DeadLetterAdmin,
  type ReceivedMessage,
} from '@kumbuka/event-bus';
import { callService } from '@kumbuka/http-kit';
import { asProductError, type EventStatusAdmin } from '@kumbuka/service-kit';
import { envelopeIn, withoutSecrets, type DeadLetter } from '../domain/events/dead-letter.ts';
import type { EventAdmin } from '../use-cases/ports.ts';
import { shownPayload } from './shown-payload.ts';

const responseMs = 4_500;
const discardedShown = 1_000;
const topics = serviceNames.map(topicOf);

export interface EventAdminOptions {
  services: Record<ServiceName, string>;
  internalKey: string;
  /** Events of this service. */
  own: EventStatusAdmin;
  deadLetterAdmin: DeadLetterAdmin;
}

function originText(headers: ReceivedMessage['headers']): string | null {
  const { 'origin-topic': topic, 'origin-partition': partition, 'origin-offset': offset } = headers;
  return topic === undefined ? null : withoutSecrets(`${topic} ${partition}-${offset}`);
}

const isDate = (at: Date) => !Number.isNaN(at.getTime());

/** Omits missing and invalid headers, because any client may have sent the message. */
function deadLetterOf(message: ReceivedMessage): DeadLetter {
  const { headers, value } = message;
  const failedAt = new Date(headers['failed-at'] ?? '');
  const attempts = Number(headers['attempts'] ?? 0);
  const event = envelopeIn(value);
  return {
    id: deadLetterId(message),
    origin: originText(headers),
    source: event?.source ?? null,
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

const pageOf = <Item>(
  items: readonly Item[],
  { page, perPage }: PageRequest,
  view: (item: Item) => DeadLetter,
): Page<DeadLetter> => ({
  items: items.slice((page - 1) * perPage, page * perPage).map(view),
  page,
  perPage,
  total: items.length,
});

const nullWhenUnavailable = (error: unknown): null => {
  if (isUnavailable(error)) return null;
  throw error;
};

const passOn = (error: unknown): never => {
  throw asProductError(error);
};

/** Calls the other services by their declared routes, and reads dead letters and offsets from Kafka. */
export function createEventAdmin({
  services,
  internalKey,
  own,
  deadLetterAdmin,
}: EventAdminOptions): EventAdmin {
  const at = (service: ServiceName) =>
    callService({ baseUrl: services[service], internalKey, timeoutMs: responseMs });
  const ownOf = (service: ServiceName): Promise<EventStatus> =>
    service === 'admin' ? own.read() : at(service).call(eventRoutes[service].readEvents, {});

  return {
    async read(service) {
      const [eventStatus, lags, deadLetterCount, discarded] = await Promise.all([
        ownOf(service).catch(nullWhenUnavailable),
        deadLetterAdmin.lag(service, topics).catch(nullWhenUnavailable),
        deadLetterAdmin.count(topicOf(service)).catch(nullWhenUnavailable),
        deadLetterAdmin.countDiscarded(topicOf(service)).catch(nullWhenUnavailable),
      ]);
      return { service, own: eventStatus, lags, deadLetters: deadLetterCount, discarded };
    },
    deadLetters: async (service, page) =>
      pageOf(await deadLetterAdmin.listDeadLetters(topicOf(service)).catch(passOn), page, deadLetterOf),
    discarded: async (service, page) =>
      pageOf(await deadLetterAdmin.discarded(topicOf(service), discardedShown), page, discardedOf),
    replay: (service, by, id) => deadLetterAdmin.replay(topicOf(service), by, id).catch(passOn),
    discard: (service, by, id) => deadLetterAdmin.discard(topicOf(service), by, id).catch(passOn),
    async unpark(service, aggregate) {
      if (service === 'admin') await own.unpark(aggregate);
      else await at(service).call(eventRoutes[service].unpark, { body: { aggregate } });
    },
  };
}
