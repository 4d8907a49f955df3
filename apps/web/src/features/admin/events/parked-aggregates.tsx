import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { dateTimeLabel } from '../../../shared/format/format.ts';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { aggregateLabel, serviceLabel, topicLabel } from './event-names.ts';
import { UnparkAggregateDocument, type ServiceEventsPartsFragment } from './events-tab.generated.ts';
import { useOperator } from '../operator.tsx';
import { useAdminChange } from './use-admin-change.ts';

type Parked = Pick<NonNullable<ServiceEventsPartsFragment['parked']>[number], 'aggregate' | 'topic'>;

interface ParkedAggregatesProps {
  events: ServiceEventsPartsFragment;
  onChanged: () => void;
}

/** Lists the parked aggregates of a service; renders nothing without any. */
export function ParkedAggregates({ events, onChanged }: ParkedAggregatesProps) {
  const { service, parked, parkedCount } = events;
  const client = useApolloClient();
  const { context } = useOperator();
  const change = useAdminChange(onChanged);
  if (!parked || parked.length === 0) return null;
  const unpark = ({ aggregate, topic }: Parked) =>
    change(async () => {
      const how = { variables: { input: { service, aggregate } }, context, fetchPolicy: 'no-cache' } as const;
      await client.mutate({ mutation: UnparkAggregateDocument, ...how });
      return t`${serviceLabel(service)} accepts events of ${aggregateLabel(aggregate)} again. Now replay the dead letters of ${topicLabel(topic)}.`;
    });
  return (
    <Panel title={t`Parked by: ${serviceLabel(service)}`}>
      <Box
        component="ul"
        aria-label={t`Parked by: ${serviceLabel(service)}`}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {parked.map(({ aggregate, topic, error, at }) => (
          <Box component="li" key={aggregate} sx={{ py: 2, borderTop: '1px solid', borderColor: 'divider' }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {aggregateLabel(aggregate)}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere', mb: 1 }}>
              {t`An event of ${topicLabel(topic)} failed on ${dateTimeLabel(at)}: ${error}`}
            </Typography>
            <Button variant="soft" size="small" onClick={() => void unpark({ aggregate, topic })}>
              {t`Unpark`}
            </Button>
          </Box>
        ))}
      </Box>
      {(parkedCount ?? 0) > parked.length && (
        <Typography>{t`and ${(parkedCount ?? 0) - parked.length} more`}</Typography>
      )}
    </Panel>
  );
}
