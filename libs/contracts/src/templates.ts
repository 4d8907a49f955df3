/** Names in braces of a template, such as `count` of 'At least {count}.'. */
type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Value of each name of a template. */
export type ValuesOf<Template extends string> = Record<NamesIn<Template>, string | number | bigint>;

/** The Kiswahili template; `never` when its names differ from those of the English one. */
type WithSameNames<English extends string, Kiswahili extends string> = [NamesIn<English>] extends [
  NamesIn<Kiswahili>,
]
  ? [NamesIn<Kiswahili>] extends [NamesIn<English>]
    ? Kiswahili
    : never
  : never;

/** Template in both languages. */
export interface Template<English extends string = string> {
  en: English;
  sw: string;
}

/** Declares a template; the names in braces must be the same in both languages. */
export const template = <const English extends string, const Kiswahili extends string>(
  en: English,
  sw: WithSameNames<English, Kiswahili> & Kiswahili,
): Template<English> => ({ en, sw });

const nameInBraces = /\{(\w+)\}/g;

/** Fills a template with its values. */
export const fill = <Text extends string>(text: Text, values: ValuesOf<Text>): string =>
  text.replaceAll(nameInBraces, (_all, name: keyof ValuesOf<Text>) => String(values[name]));

const escaped = (text: string) => text.replaceAll(/[.*+?^$|()[\]\\{}]/g, String.raw`\$&`);

/** Reads the values back from a filled English text; `null` for another text. */
export function valuesIn({ en }: Template, text: string): Record<string, string> | null {
  const pattern = en
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? `(?<${part.slice(1, -1)}>.+)` : escaped(part)))
    .join('');
  const found = new RegExp(`^${pattern}$`, 's').exec(text);
  return found && { ...found.groups };
}
