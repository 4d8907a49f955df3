import { encoder, type RawConnection } from './frames.ts';
import { present } from '../present.ts';

/** Requests for configurations of topics. */
export function configRequests(raw: RawConnection) {
  return {
    async describeConfigs(type: number, name: string, keys: string[] | null) {
      const body = encoder();
      body.array([name], () => {
        body
          .int8(type)
          .string(name)
          .array(keys, (key) => void body.string(key));
      });
      const response = await raw.request(32, 2, body.int8(0).finish());
      response.int32();
      const readEntry = () => ({
        name: present(response.string()),
        value: response.string(),
        isReadOnly: response.int8() === 1,
        source: response.int8(),
        isSensitive: response.int8() === 1,
        synonyms: response.list(() => [response.string(), response.string(), response.int8()]),
      });
      const readResource = () => ({
        code: response.int16(),
        message: response.string(),
        type: response.int8(),
        name: response.string(),
        entries: response.list(readEntry),
      });
      return present(response.list(readResource)[0]);
    },
  };
}
