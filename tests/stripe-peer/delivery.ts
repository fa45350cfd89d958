import { createHmac } from 'node:crypto';
import type { StripeEvent } from './objects.ts';

/** Event delivery faults, as fractions of 1. */
export interface Faults {
  /** Never arrive. */
  dropped: number;
  /** Arrive twice. */
  repeated: number;
}

export const USUAL_FAULTS: Faults = { dropped: 0.1, repeated: 0.2 };

/** Stripe's signature header for a payload at a given second. */
export function sign(payload: string, secret: string, second: number): string {
  const digest = createHmac('sha256', secret).update(`${second}.${payload}`).digest('hex');
  return `t=${second},v1=${digest}`;
}

export type Send = (payload: string, signature: string) => Promise<number>;

export interface DeliveryOptions {
  secret: string;
  seconds(): number;
  /** In [0, 1), reproducible by seed. */
  random(): number;
  faults: Faults;
}

/** Event delivery: some events get lost, some arrive twice, and their order is random. */
export function createDelivery({ secret, seconds, random, faults }: DeliveryOptions) {
  let waiting: StripeEvent[] = [];
  const listeners: (() => void)[] = [];

  return {
    /** Events not delivered yet. */
    waiting: (): readonly StripeEvent[] => waiting,

    add(event: StripeEvent): void {
      const luck = random();
      const copies = luck < faults.dropped ? 0 : luck < faults.dropped + faults.repeated ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        waiting.push(event);
        for (const listener of listeners) listener();
      }
    },

    onAdded: (listener: () => void) => void listeners.push(listener),

    /** Delivers a random pending event; keeps it pending if the receiver fails. */
    async deliverOne(send: Send): Promise<boolean> {
      const [event] = waiting.splice(Math.floor(random() * waiting.length), 1);
      if (!event) return false;
      const payload = JSON.stringify(event);
      const status = await send(payload, sign(payload, secret, seconds())).catch(() => 0);
      const received = status >= 200 && status < 300;
      if (!received) waiting.push(event);
      return received;
    },

    dropWaiting(): void {
      waiting = [];
    },
  };
}
