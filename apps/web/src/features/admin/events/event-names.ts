import { t } from '@lingui/core/macro';

const labels = (): Record<string, string> => ({
  auth: t`Accounts`,
  decks: t`Decks`,
  'study-progress': t({ message: 'Study', context: 'page' }),
  billing: t`Payments`,
  ai: t`Card generation`,
  admin: t`Administration`,
});

/** Name of a service for people; its technical name when it has no other. */
export const serviceLabel = (service: string): string => labels()[service] ?? service;

/** `decks.events` is the topic of the decks. */
export const topicLabel = (topic: string): string => serviceLabel(topic.replace(/\.events$/, ''));

/** `decks.card-added` becomes 'Decks: card added'. */
export function eventLabel(type: string): string {
  const [, service, happened] = /^([a-z-]+)\.([a-z-]+)$/.exec(type) ?? [];
  return service && happened ? `${serviceLabel(service)}: ${happened.replaceAll('-', ' ')}` : type;
}

/** `deck:12` becomes 'deck 12'. */
export const aggregateLabel = (aggregate: string): string => aggregate.replace(/^([a-z-]+):/, '$1 ');
