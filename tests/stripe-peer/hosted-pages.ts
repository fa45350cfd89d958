import { Hono } from 'hono';
import { html } from 'hono/html';
import type { World } from './api.ts';
import type { CheckoutSession, Customer, PortalSession } from './objects.ts';
import type { Card } from './payments.ts';

const CARDS: Record<Card, string> = {
  pays: 'a card that pays',
  declines: 'a card that declines',
  asks: 'a card whose bank asks its owner (3-D Secure)',
};

/** Stand-ins for Stripe's hosted pages: the payment page and the billing portal. */
export function createHostedPages(world: World): Hono {
  const { ledger, payments } = world;
  const app = new Hono();

  app.get('/pay/:id', (c) => {
    const session = ledger.find('checkout.session', c.req.param('id'));
    if (session?.status !== 'open')
      return c.html(shell('This page is closed', html`<p>Go back and begin again.</p>`), 410);
    return c.html(payPage(session, c.req.query('declined') !== undefined));
  });
  app.post('/pay/:id', async (c) => {
    const session = ledger.find('checkout.session', c.req.param('id'));
    const { press } = await c.req.parseBody();
    if (session?.status !== 'open') return c.redirect(`/pay/${c.req.param('id')}`, 303);
    if (press === 'back') return c.redirect(session.cancel_url, 303);
    if (press === 'decline') return c.redirect(`/pay/${session.id}?declined`, 303);
    return c.redirect(pay(world, session), 303);
  });

  app.get('/portal/:id', (c) => {
    const portal = ledger.find('billing_portal.session', c.req.param('id'));
    if (!portal)
      return c.html(shell('This page is closed', html`<p>Open it anew from the settings.</p>`), 410);
    return c.html(portal.flow ? confirmPage() : portalPage(world, portal));
  });
  app.post('/portal/:id', async (c) => {
    const portal = ledger.find('billing_portal.session', c.req.param('id'));
    if (!portal) return c.redirect(`/portal/${c.req.param('id')}`, 303);
    const { press, subscription: id, card } = await c.req.parseBody();
    if (press === 'back') return c.redirect(portal.return_url, 303);
    if (press === 'confirm') return c.redirect(confirm(world, portal), 303);
    const subscription = ledger.find('subscription', String(id));
    if (subscription?.customer === portal.customer) {
      if (press === 'cancel') world.subscriptions.cancelAtPeriodEnd(subscription, true);
      if (press === 'resume') world.subscriptions.cancelAtPeriodEnd(subscription, false);
      if (press === 'end') world.subscriptions.end(subscription);
    }
    if (press === 'card') {
      payments.setCard(portal.customer, String(card) as Card);
      for (const one of ledger.list('subscription', portal.customer)) world.subscriptions.payLatest(one);
    }
    return c.redirect(`/portal/${portal.id}`, 303);
  });
  return app;

  function portalPage({ ledger }: World, portal: PortalSession) {
    const customer = ledger.find('customer', portal.customer) as Customer;
    const card = payments.cardOf(portal.customer);
    const living = ledger.list('subscription', portal.customer).filter(({ status }) => status !== 'canceled');
    return shell(
      'Billing portal',
      html`<p>${customer.name ?? ''} ${customer.email ?? ''}</p>
        ${living.map(
          (one) => html`<form method="post">
            <h2>${one.items.data.map(({ price }) => price.lookup_key).join(', ')}: ${one.status}</h2>
            <p>
              ${one.cancel_at_period_end ? 'Ends' : 'Renews'} on
              ${new Date((one.items.data[0]?.current_period_end ?? 0) * 1000).toISOString().slice(0, 10)}
            </p>
            <input type="hidden" name="subscription" value="${one.id}" />
            ${
              one.cancel_at_period_end
                ? html`<button name="press" value="resume">Don’t cancel</button>`
                : html`<button name="press" value="cancel">Cancel at period end</button>`
            }
            <button name="press" value="end">Cancel now</button>
          </form>`,
        )}
        <form method="post">
          <h2>Card on file: ${CARDS[card]}</h2>
          <select name="card" aria-label="Another card">
            ${Object.entries(CARDS).map(([name, words]) => html`<option value="${name}">${words}</option>`)}
          </select>
          <button name="press" value="card">Change card</button>
        </form>
        <form method="post"><button name="press" value="back">Back</button></form>`,
    );
  }
}

/** Completes a paid checkout. @returns the URL to redirect to */
export function pay({ ledger, payments, subscriptions }: World, session: CheckoutSession): string {
  const order = ledger.ordered.get(session.id);
  if (!order) throw new Error('nothing was ordered');
  payments.setCard(session.customer, 'pays');
  const subscription = subscriptions.create(session.customer, order.price, { metadata: order.metadata });
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    subscription: subscription.id,
    url: null,
  });
  ledger.emit('checkout.session.completed', session);
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/** Completes a plan change that the customer confirmed on the portal page. @returns the URL to redirect to */
export function confirm({ ledger, subscriptions }: World, { flow, return_url }: PortalSession): string {
  const subscription = ledger.find('subscription', flow?.subscription ?? '');
  const price = ledger.find('price', flow?.price ?? '');
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !price || !item) return return_url;
  subscriptions.changePrice(subscription, item.id, price, true);
  return flow?.after || return_url;
}

const payPage = (session: CheckoutSession, declined: boolean) =>
  shell(
    'Pay',
    html`<p>Plan: ${session.metadata.plan ?? ''}</p>
      ${declined ? html`<p role="alert">Your card was declined.</p>` : ''}
      <form method="post">
        <button name="press" value="pay">Pay</button>
        <button name="press" value="decline">Card declines</button>
        <button name="press" value="back">Back</button>
      </form>`,
  );

const confirmPage = () =>
  shell(
    'Confirm your new plan',
    html`<p>Your bank asks whether this is you.</p>
      <form method="post">
        <button name="press" value="confirm">Confirm</button>
        <button name="press" value="back">Back</button>
      </form>`,
  );

const shell = (title: string, body: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title} – loopback payments</title>
      <style>
        body { font: 1.1rem system-ui; max-width: 34rem; margin: 3rem auto; padding: 0 1rem }
        select { max-width: 100% }
        :root { color-scheme: light dark }
        button, select { font: inherit; padding: .5rem 1rem; margin: .25rem 0 }
      </style>
      <h1>${title}</h1>
      <p><small>No money moves here: this page stands in for Stripe’s.</small></p>
      ${body}
    </html>`;
