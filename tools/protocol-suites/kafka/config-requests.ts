import { encoder, type RawConnection } from './frames.ts';
import { given } from '../given.ts';

/** Settings of topics and brokers. */
export function configRequests(raw: RawConnection) {
  return {
    async describeConfigs(type: number, name: string, keys: string[] | null, withSynonyms = false) {
      const body = encoder();
      body.array([name], () => {
        body
          .int8(type)
          .string(name)
          .array(keys, (key) => void body.string(key));
      });
      const answer = await raw.request(32, 2, body.int8(withSynonyms ? 1 : 0).finish());
      answer.int32();
      const readEntry = () => ({
        name: given(answer.string()),
        value: answer.string(),
        isReadOnly: answer.int8() === 1,
        source: answer.int8(),
        isSensitive: answer.int8() === 1,
        synonyms: answer.list(() => [answer.string(), answer.string(), answer.int8()]),
      });
      const readResource = () => ({
        code: answer.int16(),
        message: answer.string(),
        type: answer.int8(),
        name: answer.string(),
        entries: answer.list(readEntry),
      });
      return given(answer.list(readResource)[0]);
    },

    async alterConfigs(topic: string, configs: Record<string, string>, isTrial = false) {
      const body = encoder();
      body.array([topic], () => {
        body.int8(2).string(topic);
        body.array(Object.entries(configs), ([key, value]) => void body.string(key).string(value));
      });
      const answer = await raw.request(33, 1, body.int8(isTrial ? 1 : 0).finish());
      answer.int32();
      const readResult = () => ({
        code: answer.int16(),
        message: answer.string(),
        type: answer.int8(),
        name: answer.string(),
      });
      return given(answer.list(readResult)[0]).code;
    },
  };
}
