type Targets = { projects: Record<string, { targets: Record<string, object> }> };

export const createNodesV2: [
  glob: string,
  (manifests: string[], options: unknown, context: { workspaceRoot: string }) => [string, Targets][],
];
