import { Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';

const ASKS_AGAIN = /Please try again\.?$/;

/**
 * Message for a billing portal that didn't open. Drops the “Please try again.” of the server's reason, because this
 * sentence repeats it.
 */
export function portalText(error: unknown): string {
  const reason = portalFault(error).replace(ASKS_AGAIN, '').trimEnd().replace(/\.$/, '');
  return m.web_portal_failed({ reason });
}

function portalFault(error: unknown): string {
  if (error instanceof Refusal) return error.message || m.web_portal_status({ status: String(error.status) });
  if (error instanceof SyntaxError) return m.web_portal_no_url();
  return error instanceof Error ? error.message : String(error);
}
