type Entries = Record<string, string>;

export declare const commands: Entries;
export declare const families: Record<string, Entries>;
export declare function entryOf(command: string, words: string[]): { entry: string; args: string[] };
