/**
 * `bun run stripe-peer`: a Stripe on this machine, to try billing without an account or a network.
 * `bun run stripe-peer [origin] [port]`; its events go to http://localhost:3000 unless told otherwise: late, some
 * twice, some never.
 */
import { startStripePeer } from './peer.ts';

const MOST_DELAY_MS = 3_000;

const [origin = 'http://localhost:3000', port = '12111'] = process.argv.slice(2);
const peer = await startStripePeer({ port: Number(port), seed: Date.now() });

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
    const received = await peer.delivery.deliverOne(send);
    if (!received && peer.delivery.waiting().length > 0) deliverLater();
  }, peer.random() * MOST_DELAY_MS);
}
peer.delivery.onAdded(deliverLater);
setInterval(() => peer.subscriptions.catchUp(), 1_000);

console.log(`A stand-in for Stripe is ready on ${peer.url}. Start the program with these settings:\n`);
for (const [name, value] of Object.entries(peer.env)) console.log(`${name}=${value}`);
console.log(`\nIts events go to ${origin}/api/stripe/webhook.`);
