import { useApolloClient } from '@apollo/client/react';
import { limits } from '@kumbuka/contracts/constants';
import { useEffect, useRef, useState } from 'react';
import { isTransient } from '../../shared/apollo/errors.ts';
import { wait } from '../../shared/browser/wait.ts';
import { CreateImportDocument, UploadImportPieceDocument } from './import-page.generated.ts';

const retryMs = 2_000;
const maxRetries = 60;

/** Base64 of a piece, by the reader of the browser, which does not hold the page up. */
const base64Of = (piece: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.addEventListener('load', () => {
      const text = String(reader.result);
      resolve(text.slice(text.indexOf(',') + 1));
    });
    reader.readAsDataURL(piece);
  });

export interface Upload {
  /** Share of the file that was sent, 0 to 1; `null` while nothing is uploaded. */
  share: number | null;
  error: unknown;
  send: (file: File) => void;
}

/**
 * Uploads a file in pieces and reloads the list of imports before the first and after the last one, because a response that
 * overtakes them would bring an earlier state back. Waits out lost connections. The same file goes on where an earlier
 * upload stopped.
 */
export function useUpload(reload: () => Promise<unknown>): Upload {
  const client = useApolloClient();
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const left = useRef(new AbortController());
  useEffect(() => {
    const leaving = (left.current = new AbortController());
    return () => leaving.abort();
  }, []);

  async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempts = 0; ; attempts++)
      try {
        return await work();
      } catch (failure) {
        if (!isTransient(failure) || attempts >= maxRetries || left.current.signal.aborted) throw failure;
        await wait(retryMs, left.current.signal);
      }
  }

  async function upload(file: File) {
    const input = {
      fileName: file.name.slice(-limits.importFileName),
      size: file.size,
      modifiedAt: file.lastModified,
    };
    const { data } = await patiently(() =>
      client.mutate({ mutation: CreateImportDocument, variables: { input } }),
    );
    if (!data) throw new Error('The import was not created.');
    const run = data.createImport;
    await patiently(reload);
    for (
      let offset = run.received;
      offset < file.size && !left.current.signal.aborted;
      offset += limits.importPieceBytes
    ) {
      setShare(offset / file.size);
      const piece = await base64Of(file.slice(offset, offset + limits.importPieceBytes));
      const variables = { input: { id: run.id, offset, data: piece } };
      await patiently(() => client.mutate({ mutation: UploadImportPieceDocument, variables }));
    }
    await patiently(reload);
  }

  return {
    share,
    error,
    send(file) {
      setError(null);
      setShare(0);
      upload(file)
        .catch(setError)
        .finally(() => setShare(null));
    },
  };
}
