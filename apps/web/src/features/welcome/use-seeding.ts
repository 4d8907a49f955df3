import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useCreationKey } from '../../shared/apollo/use-creation-key.ts';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { SeedCatalogDocument } from './seeding.generated.ts';

const failedText = () => t`Failed to create starter decks. Please try again.`;
const fiveSeconds = { hideAfter: 5000 };

/** Copies the chosen starter decks to the learner, then goes to the dashboard. */
export function useSeeding() {
  const navigate = useNavigate();
  const notify = useNotify();
  const key = useCreationKey();
  const [seed, { loading, client }] = useMutation(SeedCatalogDocument);

  const start = async (catalogIds: readonly string[]) => {
    try {
      const input = { catalogIds: [...catalogIds] };
      const { data } = await seed({ variables: { input }, context: key.contextFor(input) });
      key.made();
      const { decks, errors } = data.seedCatalog;
      if (decks.length === 0) return notify(failedText(), 'error', fiveSeconds);
      if (errors.length > 0) {
        const ids = errors.map(({ catalogId }) => catalogId).join(', ');
        notify(t`Some decks failed: ${ids}`, 'warning', fiveSeconds);
      }
      client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'viewer' });
      await navigate('/dashboard');
    } catch (error) {
      notify(messageOf(error, failedText()), 'error', fiveSeconds);
    }
  };
  return { start, busy: loading };
}
