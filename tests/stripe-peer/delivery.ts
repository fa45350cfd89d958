import { createHmac } from 'node:crypto';
import type { StripeEvent } from './objects.ts';

/** Unreliability of the way of the events, as shares of 1. */
export interface Faults {
  /** never arrive */
  dropped: number;
  /** arrive twice */
  repeated: number;
}

export const USUAL_FAULTS: Faults = { dropped: 0.1, repeated: 0.2 };

/** A message with Stripe's signature, at a second. */
export function sign(payload: string, secret: string, second: number): string {
  const digest = createHmac('sha256', secret).update(`${second}.${payload}`).digest('hex');
  return `t=${second},v1=${digest}`;
}

export type Send = (payload: string, signature: string) => Promise<number>;

export interface DeliveryOptions {
  secret: string;
  seconds(): number;
  /** 0 up to 1, the same again for the same seed */
  random(): number;
  faults: Faults;
}

/** Events on their way: some get lost, some come twice, and none keeps its place in line. */
export function createDelivery({ secret, seconds, random, faults }: DeliveryOptions) {
  let waiting: StripeEvent[] = [];
  const listeners: (() => void)[] = [];

  return {
    /** what has not been delivered yet */
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

    /** Takes one of those that wait, any of them, and puts it back when it was not received. */
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
