const titles: Record<string, string> = {
  declined: 'The payment was declined',
  cancelled: 'The payment was cancelled',
  expired: 'The payment was not made in time',
  mismatch: 'Another amount was paid than was asked for',
  'never-confirmed': 'The payment was never confirmed',
};

/** Why a payment failed, by the server's reason. */
export const failureTitle = (reason: string | null): string => titles[reason ?? ''] ?? 'The payment failed';
