/** Fate of the subscription that a refunded payment was for. */
export const AFTER_REFUND = ['keep', 'end-now', 'end-with-period'] as const;
export type AfterRefund = (typeof AFTER_REFUND)[number];
