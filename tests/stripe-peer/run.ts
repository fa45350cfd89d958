/**
 * `bun run stripe-peer`: a Stripe on this machine, to try billing without an account or a network.
 * Its events go to http://localhost:3000 (or the origin named as the argument): late, some twice, some never.
 */
import { deliverTo } from './deliver-to.ts';
import { startStripePeer } from './peer.ts';

const PORT = 12111;

const origin = process.argv[2] ?? 'http://localhost:3000';
const peer = await startStripePeer({ port: PORT, seed: Date.now() });

deliverTo(peer, origin);
setInterval(() => peer.subscriptions.catchUp(), 1_000);

console.log(`A stand-in for Stripe is ready on ${peer.url}. Start the program with these settings:\n`);
for (const [name, value] of Object.entries(peer.env)) console.log(`${name}=${value}`);
console.log(`\nIts events go to ${origin}/api/stripe/webhook.`);
