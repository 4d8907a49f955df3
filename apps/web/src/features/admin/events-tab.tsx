import { useApolloClient } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useCallback, useState } from 'react';
import { DeadLetters } from './dead-letters.tsx';
import { AdminEventDeskDocument, type AdminEventDeskQuery } from './events-tab.generated.ts';
import { failureText } from './failures.ts';
import { useOperator } from './operator.tsx';
import { TableArea } from './table-area.tsx';
import { useRefreshed } from './use-refreshed.ts';

const refreshMs = 15_000;
type ServiceEvents = AdminEventDeskQuery['adminEventDesk'][number];

function useEventDesk() {
  const client = useApolloClient();
  const { context } = useOperator();
  const read = useCallback(
    async () =>
      (await client.query({ query: AdminEventDeskDocument, context, fetchPolicy: 'no-cache' })).data
        .adminEventDesk,
    [client, context],
  );
  return useRefreshed(read, refreshMs);
}

const lagOf = ({ lagByTopic }: ServiceEvents) => lagByTopic.reduce((sum, { lag }) => sum + lag, 0);

interface ServiceRowProps {
  desk: ServiceEvents;
  onShow: (service: string) => void;
}

function ServiceRow({ desk, onShow }: ServiceRowProps) {
  const { service, outboxBacklog, outboxAgeSeconds, deadLetters, parked } = desk;
  return (
    <tr>
      <td className="strong">{service}</td>
      <td>{lagOf(desk)}</td>
      <td>
        {outboxBacklog}
        {outboxBacklog > 0 && ` (for ${Math.round(outboxAgeSeconds)} s)`}
      </td>
      <td className={parked > 0 ? 'due' : ''}>{parked}</td>
      <td className={deadLetters > 0 ? 'poor' : ''}>{deadLetters}</td>
      <td>
        <Button
          variant="outlined"
          size="small"
          aria-label={`Show dead letters of ${service}`}
          disabled={deadLetters === 0}
          onClick={() => onShow(service)}
        >
          Show
        </Button>
      </td>
    </tr>
  );
}

/** How the events of each service stand, and what nobody could work off. */
export function EventsTab() {
  const { value: desk, error, refresh } = useEventDesk();
  const [service, setService] = useState<string | null>(null);
  return (
    <>
      {error !== null && (
        <Alert severity="error" role="alert" sx={{ mb: 2 }}>
          {failureText('Failed to load the events', error)}
        </Alert>
      )}
      <Card sx={{ minWidth: 0, mb: 3 }}>
        <TableArea label="Events by service">
          <table>
            <thead>
              <tr>
                {['Service', 'Waiting to be read', 'Waiting to be sent', 'Parked', 'Dead letters', ''].map(
                  (name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {desk?.map((each) => (
                <ServiceRow key={each.service} desk={each} onShow={setService} />
              ))}
            </tbody>
          </table>
        </TableArea>
      </Card>
      {service !== null && <DeadLetters key={service} service={service} onChanged={() => refresh()} />}
    </>
  );
}
