import type { Hono } from 'hono';
import type { AppEnv } from '../web/context.ts';
import { renderPage } from '../web/document.tsx';
import { QuietPage } from '../web/pages/quiet-page.tsx';
import type { BulkStore } from './bulk-store.ts';
import type { MailAccounts } from './unsubscribe.ts';

/** Unsubscribe links in news. The mail's reader may unsubscribe without signing in. */
export function registerMail(
  app: Hono<AppEnv>,
  { bulk, accounts }: { bulk: BulkStore; accounts(): MailAccounts },
): void {
  app.get('/mail/unsubscribe/:id', (c) =>
    renderPage(c, {
      title: 'Unsubscribe',
      page: (
        <QuietPage title="No more of these mails?">
          <p>Mails about your account still reach you.</p>
          <form method="post" action={`/mail/unsubscribe/${encodeURIComponent(c.req.param('id'))}`}>
            <button type="submit" className="button button-primary">
              Unsubscribe
            </button>
          </form>
        </QuietPage>
      ),
    }),
  );

  app.post('/mail/unsubscribe/:id', async (c) => {
    const address = await bulk.addressOfMail(c.req.param('id'));
    if (address !== null)
      await bulk.transact(async () => {
        await bulk.setOptOut(address, true);
        await accounts().stopNews(address);
      });
    const known = address !== null;
    return renderPage(c, {
      title: 'Unsubscribe',
      status: known ? 200 : 404,
      page: (
        <QuietPage title={known ? 'Done' : 'This link leads nowhere'}>
          <p>
            {known ? 'You won’t get these mails any more.' : 'No mail with this link was sent from here.'}
          </p>
        </QuietPage>
      ),
    });
  });
}
