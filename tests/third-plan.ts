/**
 * Adds a plan between basic and premium to the running program, by one name, one entry of the table and one price, sells it,
 * and prints what people see as one JSON object. A process of its own, since the tables are those of the whole program.
 */
import { TIERS } from '../modules/auth/contract/tiers.ts';
import { PLANS } from '../modules/billing/contract/plans.ts';

(TIERS as unknown as string[]).splice(1, 0, 'plus');
Object.assign(PLANS, {
  plus: {
    id: 'plus',
    tier: 'plus',
    rank: 1.5,
    name: 'Plus',
    price: '$9',
    label: 'Plus Subscriber',
    status: 'Active',
    streams: null,
    keptDays: null,
  },
});
const plus = 'plus' as 'basic';

// Its setting is read with the settings, so the program is loaded after it is there.
const { openBillingStage } = await import('./billing-stage.ts');
const stage = await openBillingStage({
  otherCents: { reverie_plus: 1200 },
  env: { STRIPE_PRICE_PLUS: 'reverie_plus' },
});

const words = async (answer: Promise<Response>) =>
  (await (await answer).text())
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>|<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const newcomer = await stage.person();
const buyer = await stage.subscriber(plus);
const climber = await stage.subscriber('basic');
const upgrade = await stage.checkout(climber, plus, { isUpgrade: true, currentTier: 'basic' });
await stage.deliverAll();

console.log(
  JSON.stringify({
    shop: await words(newcomer.visitor.get('/checkout')),
    shopOfBuyer: await words(buyer.visitor.get('/checkout')),
    settingsOfBuyer: await words(buyer.visitor.get('/settings')),
    usage: await (await buyer.visitor.get('/api/stream/check-access')).json(),
    upgrade: upgrade.status,
    climber: await stage.right(climber),
    back: (await stage.checkout(climber, 'basic')).json.error,
    best: (await stage.checkout(climber, 'premium', { isUpgrade: true, currentTier: plus })).status,
  }),
);
await stage.close();
process.exit(0);
