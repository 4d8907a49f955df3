export declare function withProgress(
  doing: string,
  work: Promise<void>,
  say: (line: string) => void,
): Promise<number>;
