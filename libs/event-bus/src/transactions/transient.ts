function labelsOf(error: Error): readonly unknown[] {
  const labels: unknown = 'errorLabels' in error ? error.errorLabels : null;
  return Array.isArray(labels) ? labels : [];
}

/**
 * Whether a transaction failed for a temporary reason, such as an election or a broken connection, and is certainly not
 * committed. Another attempt is safe.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const labels = labelsOf(error);
  if (labels.includes('UnknownTransactionCommitResult')) return false;
  if (labels.includes('TransientTransactionError')) return true;
  return isTransient(error.cause) || ('errorResponse' in error && isTransient(error.errorResponse));
}
