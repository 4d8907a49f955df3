import { afterEach, expect, it, vi } from 'vitest';
import { speak, voiceFor } from './speech.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['en-GB', 'en-GB'],
  ['sw', 'sw_KE'],
  ['pt-BR', 'pt-PT'],
  ['fil', undefined],
])('a side in %s is spoken by the voice %s', (language, lang) =>
  expect(
    voiceFor([{ lang: 'en-US' }, { lang: 'en-GB' }, { lang: 'sw_KE' }, { lang: 'pt-PT' }], language)?.lang,
  ).toBe(lang),
);

it('a device without a voice for the language says nothing, and so does one without speech', async () => {
  expect(await speak('mto', 'sw')).toBe(false);
  const say = vi.fn();
  vi.stubGlobal('speechSynthesis', { getVoices: () => [{ lang: 'en-US' }], speak: say, cancel: say });
  expect(await speak('mto', 'sw')).toBe(false);
  expect(say).not.toHaveBeenCalled();
});
