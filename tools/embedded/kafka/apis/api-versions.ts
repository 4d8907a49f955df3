import { ErrorCode } from '../wire/error-codes.ts';
import { createWriter, type Writer } from '../wire/writer.ts';
import { type Api, NO_THROTTLE } from './api.ts';

const KEY = 18;

/** ApiVersions lists itself and all other requests. */
export function createApiVersions(others: readonly Api[]): Api {
  const api: Api = {
    key: KEY,
    name: 'ApiVersions',
    minVersion: 0,
    maxVersion: 2,
    handle: (_body, _broker, { version }) => {
      const response = writeRanges(createWriter().int16(ErrorCode.NONE), [...others, api]);
      return version >= 1 ? response.int32(NO_THROTTLE) : response;
    },
  };
  return api;
}

/** Response to an unsupported version of ApiVersions: version 0 with error 35. */
export const rejectVersion = (api: Api): Writer =>
  writeRanges(createWriter().int16(ErrorCode.UNSUPPORTED_VERSION), [api]);

const writeRanges = (writer: Writer, apis: readonly Api[]): Writer =>
  writer.array(apis, ({ key, minVersion, maxVersion }) => {
    writer.int16(key).int16(minVersion).int16(maxVersion);
  });
