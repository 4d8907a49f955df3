export declare function withProgress<Result>(
  doing: string,
  work: Promise<Result>,
  say: (line: string) => void,
): Promise<{ result: Result; seconds: number }>;
