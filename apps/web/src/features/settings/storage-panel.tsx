import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { messageOf } from '../../shared/apollo/errors.ts';
import { megabytes } from '../../shared/format/megabytes.ts';
import { ownText } from '../../shared/format/own-text.ts';
import { Panel } from '../../shared/ui/page/page.tsx';
import { NotLoaded } from '../../shared/ui/states/not-loaded.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import {
  RemoveUnusedMediaDocument,
  StorageOfAccountDocument,
  type StoragePartsFragment,
} from './storage-panel.generated.ts';

const list = { m: 0, mt: 0.5, mb: 2, pl: 2.5, overflowWrap: 'anywhere' };
const shownWords = 80;
/** Words of a card that has a picture in place of them. */
const wordsOf = (text: string) =>
  text
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .slice(0, shownWords);
const isPicture = (address: string) => address.endsWith('.webp');

function Used({ usedBytes, limitBytes, files }: StoragePartsFragment) {
  const share = Math.min(100, Math.round((100 * usedBytes) / limitBytes));
  return (
    <>
      <Typography>
        {t`${megabytes(usedBytes)} of ${megabytes(limitBytes)} used`}
        {' · '}
        {plural(files, { one: '# picture or sound', other: '# pictures and sounds' })}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={share}
        aria-label={t`Storage used`}
        sx={{ my: 1.5, height: 8, borderRadius: 4 }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {t`When it is full, new pictures and sounds are refused; cards and everything that is stored stay. The end of a subscription changes nothing here.`}
      </Typography>
    </>
  );
}

/** Pictures and sounds that no card shows, as one sees or hears them. */
function Unused({ unused, unusedFiles, unusedBytes, removableFiles }: StoragePartsFragment) {
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {plural(unusedFiles, { one: '# file is on no card', other: '# files are on no card' })} (
        {megabytes(unusedBytes)})
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`They go by themselves a week after they left their last card.`}{' '}
        {removableFiles < unusedFiles &&
          t`Files of cards that were deleted within the last hour stay, because undo can bring these cards back.`}
      </Typography>
      <Box
        component="ul"
        aria-label={t`Unused files`}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none', p: 0, my: 1.5 }}
      >
        {unused.map(({ address, bytes }) => (
          <li key={address}>
            {isPicture(address) ? (
              <Box
                component="img"
                src={address}
                alt={t`Unused picture, ${megabytes(bytes)}`}
                loading="lazy"
                sx={{ height: 56, maxWidth: 120, objectFit: 'cover', borderRadius: 1, display: 'block' }}
              />
            ) : (
              <Link href={address} target="_blank" rel="noreferrer">{t`Sound, ${megabytes(bytes)}`}</Link>
            )}
          </li>
        ))}
      </Box>
    </>
  );
}

function Missing({ missing }: StoragePartsFragment) {
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {plural(missing.length, {
          one: 'The picture or sound of # card is missing',
          other: 'Pictures or sounds of # cards are missing',
        })}
      </Typography>
      <Box component="ul" aria-label={t`Cards without their files`} sx={list}>
        {missing.map(({ deckId, flashcardId, text }) => (
          <li key={flashcardId}>
            <Link component={RouterLink} to={`/mydecks/${deckId}`} {...ownText}>
              {wordsOf(text) || t`Card without words`}
            </Link>
          </li>
        ))}
      </Box>
    </>
  );
}

/** Room that pictures and sounds take, and the ones that nothing shows. */
export function StoragePanel() {
  const { data, loading, refetch } = useQuery(StorageOfAccountDocument, {
    fetchPolicy: 'cache-and-network',
  });
  const notify = useNotify();
  const [remove, removing] = useMutation(RemoveUnusedMediaDocument, {
    update(cache, { data: removed }) {
      const viewer = cache.readQuery({ query: StorageOfAccountDocument })?.viewer;
      if (viewer && removed)
        cache.writeQuery({
          query: StorageOfAccountDocument,
          data: { viewer: { ...viewer, storage: removed.removeUnusedMedia } },
        });
    },
  });
  const storage = data?.viewer.storage ?? null;
  const removeAll = async () => {
    try {
      await remove();
      notify(t`The unused files are removed.`);
    } catch (failure) {
      notify(messageOf(failure, t`The files may not have been removed. Try again in a moment.`), 'error');
    }
  };
  return (
    <Panel title={t`Storage`} action={!storage && !loading && <NotLoaded onRetry={() => void refetch()} />}>
      {!storage && loading && <Typography sx={{ color: 'text.secondary' }}>{t`Loading…`}</Typography>}
      {storage && (
        <>
          <Used {...storage} />
          {storage.missing.length > 0 && <Missing {...storage} />}
          {storage.unusedFiles > 0 && (
            <>
              <Unused {...storage} />
              <Button
                variant="outlined"
                disabled={storage.removableFiles === 0}
                loading={removing.loading}
                onClick={() => void removeAll()}
              >
                {t`Remove unused files (${megabytes(storage.removableBytes)})`}
              </Button>
            </>
          )}
        </>
      )}
    </Panel>
  );
}
