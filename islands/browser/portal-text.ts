import { Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';

/** Message for a billing portal that didn't open. */
export function portalText(error: unknown): string {
  const reason = portalFault(error).replace(/\.$/, '');
  // A busy server's own text already asks for another try.
  const asksAgain = error instanceof Refusal && error.busy;
  return asksAgain ? m.web_portal_busy({ reason }) : m.web_portal_failed({ reason });
}

function portalFault(error: unknown): string {
  if (error instanceof Refusal) return error.message || m.web_portal_status({ status: String(error.status) });
  if (error instanceof SyntaxError) return m.web_portal_no_url();
  return (error as Error).name === 'TimeoutError' ? m.web_error_timeout() : m.web_error_unreachable();
}
