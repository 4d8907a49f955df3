import { escapeHtml } from '@kumbuka/text';
import { events, type EventContract } from '@kumbuka/contracts';
import { pageHtml } from '../page-html.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { eventExample } from './event-example.ts';
import { slotOf } from './event-schema.ts';

const eventHtml = (contract: EventContract) => `<article id="${escapeHtml(slotOf(contract))}">
  <code>${escapeHtml(contract.type)}</code> <span class="codes">version ${contract.version}, of one ${escapeHtml(contract.aggregate)}</span>
  <p>${escapeHtml(contract.description)}</p>
  <pre tabindex="0">${escapeHtml(JSON.stringify(eventExample(contract), null, 2))}</pre>
</article>`;

/** Returns the page that documents every event of the product. */
export function eventsPage(): string {
  const sections = [...Map.groupBy(events, ({ topic }) => topic)].map(
    ([topic, own]) => `<h2>${escapeHtml(topic)}</h2>${own.map(eventHtml).join('')}`,
  );
  return pageHtml(
    asyncApiDocument().info,
    `<p>Machine-readable: <a href="/asyncapi.json">/asyncapi.json</a></p>${sections.join('')}`,
  );
}
