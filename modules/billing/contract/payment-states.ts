export type PaymentState = 'paid' | 'failed' | 'refunded' | 'disputed';
