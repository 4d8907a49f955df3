/** Whether MongoDB rejected a document because a unique index already has its key. */
export const isDuplicateKey = (error: unknown): error is Error & { keyPattern?: Record<string, unknown> } =>
  error instanceof Error && 'code' in error && error.code === 11000;
