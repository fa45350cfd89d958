import type { Hono } from 'hono';
import { m } from '../kit/texts/m.ts';
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
      title: m.mail_unsubscribe(),
      page: (
        <QuietPage title={m.mail_unsubscribe_title()}>
          <p>{m.mail_unsubscribe_text()}</p>
          <form method="post" action={`/mail/unsubscribe/${encodeURIComponent(c.req.param('id'))}`}>
            <button type="submit" className="button button-primary">
              {m.mail_unsubscribe()}
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
      title: m.mail_unsubscribe(),
      status: known ? 200 : 404,
      page: (
        <QuietPage title={known ? m.mail_unsubscribed_title() : m.mail_unsubscribe_unknown_title()}>
          <p>{known ? m.mail_unsubscribed_text() : m.mail_unsubscribe_unknown_text()}</p>
        </QuietPage>
      ),
    });
  });
}
