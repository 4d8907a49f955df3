import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useCallback, useState } from 'react';
import { ownText } from '../../../shared/format/own-text.ts';
import { RetryAlert } from '../retry-alert.tsx';
import { ColumnHeads } from '../column-heads.tsx';
import { durationLabel } from './duration-label.ts';
import { DeadLetters } from './dead-letters.tsx';
import { AdminEventDeskDocument, type ServiceEventsPartsFragment } from './events-tab.generated.ts';
import { serviceLabel, topicLabel } from './event-names.ts';
import { failureText } from '../failures.ts';
import { useOperator } from '../operator.tsx';
import { ParkedAggregates } from './parked-aggregates.tsx';
import { TableArea } from '../table-area.tsx';
import { usePolled } from '../use-polled.ts';

const refreshMs = 15_000;
const columns = () => [
  t`Service`,
  t`Waiting to be read`,
  t`Waiting to be sent`,
  t`Parked`,
  t`Dead letters`,
  t`Discarded`,
  t`Details`,
];

function useEventsAdmin() {
  const client = useApolloClient();
  const { context } = useOperator();
  const read = useCallback(
    async () =>
      (await client.query({ query: AdminEventDeskDocument, context, fetchPolicy: 'no-cache' })).data
        .adminEventDesk,
    [client, context],
  );
  return usePolled(read, refreshMs);
}

/** Shows an unknown number as a dash, never as 0. */
function Unknown({ who }: { who: string }) {
  return <span className="due">{t`${who} is not responding`}</span>;
}

function Lag({ lagByTopic }: Pick<ServiceEventsPartsFragment, 'lagByTopic'>) {
  if (lagByTopic === null) return <Unknown who={t`Kafka`} />;
  if (lagByTopic.length === 0) return <span className="quiet">{t`Reads no events`}</span>;
  const behind = lagByTopic.filter(({ lag }) => lag > 0);
  if (behind.length === 0) return <>0</>;
  return (
    <span className="due">{behind.map(({ topic, lag }) => `${topicLabel(topic)}: ${lag}`).join(', ')}</span>
  );
}

function Outbox({ outboxBacklog, outboxAgeSeconds }: ServiceEventsPartsFragment) {
  if (outboxBacklog === null) return <Unknown who={t`The service`} />;
  if (outboxBacklog === 0) return <>0</>;
  return <span className="due">{t`${outboxBacklog} for ${durationLabel(outboxAgeSeconds ?? 0)}`}</span>;
}

interface CountProps {
  count: number | null;
  who: string;
  tone: 'due' | 'poor';
}

function Count({ count, who, tone }: CountProps) {
  if (count === null) return <Unknown who={who} />;
  return <span className={count > 0 ? tone : ''}>{count}</span>;
}

interface ServiceRowProps {
  events: ServiceEventsPartsFragment;
  isShown: boolean;
  onShow: () => void;
}

function ServiceRow({ events, isShown, onShow }: ServiceRowProps) {
  const { service, parkedCount, deadLetters, discarded } = events;
  const label = serviceLabel(service);
  return (
    <tr data-chosen={isShown}>
      <td className="strong whole">
        <div>{label}</div>
        {label !== service && (
          <div {...ownText} className="quiet">
            {service}
          </div>
        )}
      </td>
      <td>
        <Lag lagByTopic={events.lagByTopic} />
      </td>
      <td>
        <Outbox {...events} />
      </td>
      <td>
        <Count count={parkedCount} who={t`The service`} tone="due" />
      </td>
      <td>
        <Count count={deadLetters} who={t`Kafka`} tone="poor" />
      </td>
      <td>{discarded}</td>
      <td>
        <Button
          variant="outlined"
          size="small"
          aria-label={t`Show events of ${label}`}
          aria-pressed={isShown}
          onClick={onShow}
        >
          {t`Show`}
        </Button>
      </td>
    </tr>
  );
}

/** Backlog of each service's events, and its dead letters. */
export function EventsTab() {
  const { value: desk, error, refresh } = useEventsAdmin();
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = desk?.find(({ service }) => service === chosen);
  return (
    <>
      {error !== null && (
        <RetryAlert
          text={failureText(t`Failed to load the events`, error)}
          onRetry={refresh}
          sx={{ mb: 2 }}
        />
      )}
      <Card sx={{ minWidth: 0, mb: 3 }}>
        <TableArea label={t`Events by service`}>
          <table>
            <thead>
              <tr>
                <ColumnHeads names={columns()} />
              </tr>
            </thead>
            <tbody>
              {desk?.map((events) => (
                <ServiceRow
                  key={events.service}
                  events={events}
                  isShown={events.service === chosen}
                  onShow={() => setChosen(events.service)}
                />
              ))}
            </tbody>
          </table>
        </TableArea>
      </Card>
      {shown && (
        <Box sx={{ display: 'grid', gap: 3 }}>
          <ParkedAggregates events={shown} onChanged={() => void refresh()} />
          <DeadLetters key={shown.service} service={shown.service} onChanged={() => void refresh()} />
        </Box>
      )}
    </>
  );
}
