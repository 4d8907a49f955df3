import { getApolloContext } from '@apollo/client/react';
import { t } from '@lingui/core/macro';
import { use, useState } from 'react';
import { messageOf } from '../../apollo/errors.ts';
import { UploadMediaDocument } from './media-upload.generated.ts';
import { readMedia } from './read-media.ts';

const failed = () => t`The file could not be uploaded. Please try again.`;

/** Uploads pictures and sounds for a card; `onStored` gets the address of each. */
export function useMedia(onStored: (address: string) => void, onFailure: (reason: string) => void) {
  // Only an upload needs the client, so that the dialog is shown without one, too.
  const { client } = use(getApolloContext());
  const [isUploading, setUploading] = useState(false);
  const add = async (file: File | undefined) => {
    if (!file) return;
    setUploading(true);
    try {
      const data = await readMedia(file);
      if (data === null)
        return onFailure(t`This file is too large, or no picture or sound. A sound may have 640 KB.`);
      const variables = { input: { data } };
      const stored = await client?.mutate({ mutation: UploadMediaDocument, variables });
      if (stored?.data) onStored(stored.data.uploadMedia.address);
    } catch (error) {
      onFailure(messageOf(error, failed()));
    } finally {
      setUploading(false);
    }
  };
  return { add, isUploading };
}

/** The first picture or sound of what is pasted or dropped. */
export const mediaIn = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => /^(?:image|audio)\//.test(type));
