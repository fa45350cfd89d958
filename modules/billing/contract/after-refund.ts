/** Options for the subscription when its payment is refunded. */
export const AFTER_REFUND = ['keep', 'end-now', 'end-with-period'] as const;
export type AfterRefund = (typeof AFTER_REFUND)[number];
