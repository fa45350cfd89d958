import type { StripePeer } from './peer.ts';

const MAX_DELAY_MS = 3_000;

/**
 * Sends the peer's events to a running server: late, some twice and some never, according to the peer's faults.
 * @param origin of the server
 */
export function deliverTo(peer: StripePeer, origin: string): void {
  async function send(payload: string, signature: string): Promise<number> {
    const answer = await fetch(`${origin}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: payload,
    });
    return answer.status;
  }
  function deliverLater(): void {
    setTimeout(async () => {
      const received = await peer.delivery.deliverOne(send).catch(() => false);
      if (!received && peer.delivery.waiting().length > 0) deliverLater();
    }, peer.random() * MAX_DELAY_MS);
  }
  peer.delivery.onAdded(deliverLater);
}
