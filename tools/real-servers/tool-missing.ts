/** A real server, or what starts one, is not on this machine; nothing was run. */
export class ToolMissing extends Error {
  readonly code = 'TOOL_MISSING';

  constructor(tool: string, options: { cause?: unknown } = {}) {
    super(`${tool} is not on this machine`, options);
    this.name = 'ToolMissing';
  }
}
