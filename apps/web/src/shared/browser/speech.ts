/** Milliseconds that a browser may take to list its voices. */
const voicesMs = 1_000;

async function voicesOf(speech: SpeechSynthesis): Promise<SpeechSynthesisVoice[]> {
  const voices = speech.getVoices();
  if (voices.length > 0) return voices;
  const listed = new Promise<void>((resolve) =>
    speech.addEventListener('voiceschanged', () => resolve(), { once: true }),
  );
  await Promise.race([listed, new Promise((resolve) => setTimeout(resolve, voicesMs))]);
  return speech.getVoices();
}

/** Some devices write `sw_KE`, and some name no language at all. */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replace('_', '-'))[0] ?? '';
  } catch {
    return '';
  }
}
const primary = (tag: string) => canonical(tag).split('-', 1)[0];

/** The voice of this very tag, else one of the same language. */
export const voiceFor = <Voice extends { lang: string }>(voices: readonly Voice[], language: string) =>
  voices.find(({ lang }) => canonical(lang) === canonical(language)) ??
  voices.find(({ lang }) => primary(lang) === primary(language));

/** Ends what is spoken. */
export const silence = (): void => globalThis.speechSynthesis?.cancel();

/** Speaks a text, in place of an earlier one. False when the device has no voice for the language. */
export async function speak(text: string, language: string): Promise<boolean> {
  const speech: SpeechSynthesis | undefined = globalThis.speechSynthesis;
  if (!speech) return false;
  const voice = voiceFor(await voicesOf(speech), language);
  if (!voice) return false;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  speech.cancel();
  speech.speak(utterance);
  return true;
}
