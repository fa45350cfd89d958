import { badRequest, notFound } from '../../../kit/errors.ts';
import { m } from '../../../kit/texts/m.ts';
import type { App } from '../../../web/context.ts';
import { jobReport } from './client.ts';
import type { RunpodDispatcher } from './dispatcher.ts';

/** Called by RunPod without login or signature; the secret token in the URL is the authentication. */
export function registerWebhook(app: App, webhook: RunpodDispatcher['webhook']): void {
  app.post('/api/runpod/webhook/:token', async (c) => {
    c.set('secretInAddress', true);
    const report = jobReport.safeParse(await c.req.json().catch(() => null));
    if (!report.success) throw badRequest(m.stream_webhook_invalid());
    if (!(await webhook(c.req.param('token'), report.data)))
      throw notFound('No job was found at this address.');
    return c.json({ received: true });
  });
}
