/**
 * `bun run stripe-peer [origin] [port]`: a local Stripe, to try billing without an account or network. Events go to
 * http://localhost:3000 by default: late, some twice and some never.
 */
import { deliverTo } from './deliver-to.ts';
import { startStripePeer } from './peer.ts';

const [origin = 'http://localhost:3000', port = '12111'] = process.argv.slice(2);
const peer = await startStripePeer({ port: Number(port), seed: Date.now() });

deliverTo(peer, origin);
setInterval(() => peer.subscriptions.catchUp(), 1_000);

console.log(`A stand-in for Stripe is ready on ${peer.url}. Start the program with these settings:\n`);
for (const [name, value] of Object.entries(peer.env)) console.log(`${name}=${value}`);
console.log(`\nIts events go to ${origin}/api/stripe/webhook.`);
