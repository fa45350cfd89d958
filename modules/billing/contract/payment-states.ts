export const PAYMENT_STATES = ['paid', 'failed', 'refunded', 'disputed'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
