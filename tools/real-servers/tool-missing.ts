/** A real server or a tool that starts it is not on this machine. No test ran. */
export class ToolMissing extends Error {
  readonly code = 'TOOL_MISSING';

  constructor(tool: string, options: { cause?: unknown } = {}) {
    super(`${tool} is not on this machine`, options);
    this.name = 'ToolMissing';
  }
}
