/** Prints what people and operators see of the plans, as one JSON object, for a copy of the sources with a third plan. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StripeFields } from '../islands/admin/setup/stripe-fields.tsx';
import { PersonGifts } from '../islands/admin/users/person-gifts.tsx';
import Checkout from '../islands/checkout/checkout.tsx';
import { TierPanel } from '../modules/account/pages/tier-panel.tsx';
import { setupDataRequest } from '../modules/admin/contract/setup.ts';
import { featuresOf, premiumFeatures } from '../modules/billing/contract/plan-terms.ts';
import { PLANS, purchaseRefusal } from '../modules/billing/contract/plans.ts';
import { readHelp } from '../modules/help/help-document.ts';
import type { SessionUser } from '../modules/web/contract/person.ts';
import { perTier, type Tier } from '../modules/web/contract/tiers.ts';
import { readConfig } from '../src/config.ts';
import { FIELDS } from '../src/setup/fields.ts';
import { SELLING } from './selling.ts';

const [third, price] = process.argv.slice(2) as [Tier, string];
const config = readConfig({ ...SELLING, [`STRIPE_PRICE_${third.toUpperCase()}`]: price });
const prices = perTier((tier) => PLANS[tier].price);
const offers = perTier((tier) => ({ features: featuresOf(tier, config, 15), price: prices[tier] }));
const person: SessionUser = { id: 'p', name: 'Ada', email: 'ada@example.com', picture: null, role: 'user' };
const owner: SessionUser = { ...person, role: 'subscribed', subscription_tier: third };

const words = (page: ReactNode) =>
  renderToStaticMarkup(page)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const none = async () => {};
const seeStripe = { action: 'seeStripe', changes: {}, prices: { currency: 'USD', ...perTier(() => '9') } };

console.log(
  JSON.stringify({
    shop: words(<Checkout person={person} offers={offers} testMode={false} />),
    ownersShop: words(<Checkout person={owner} offers={offers} testMode={false} />),
    ownersSettings: words(
      <TierPanel person={owner} sellsPlans prices={prices} features={premiumFeatures(config)} />,
    ),
    help: readHelp(config, prices).find(({ title }) => title === 'Plans and prices')?.text,
    setUp: words(<StripeFields changes={{}} basis="" hasKey onSaved={() => {}} />),
    setUpCall: setupDataRequest.safeParse(seeStripe).success,
    setUpFields: FIELDS.plans.main.map(([, label]) => label()),
    gifts: words(
      <PersonGifts
        user={{ ...person } as never}
        plan={{ limit: null, is_given: false } as never}
        change={none}
      />,
    ),
    atStripe: config.stripe?.prices[third],
    refusal: purchaseRefusal(PLANS[third], 'basic'),
  }),
);
