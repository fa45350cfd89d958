import { Refusal } from '../../modules/kit/browser/api.ts';

const ASKS_AGAIN = /Please try again\.?$/;

/**
 * Message for a billing portal that didn't open. Drops the “Please try again.” of the server's reason, because this
 * sentence repeats it.
 */
export function portalText(error: unknown): string {
  const reason = portalFault(error).replace(ASKS_AGAIN, '').trimEnd().replace(/\.$/, '');
  return `Unable to access billing portal: ${reason}. Please try again.`;
}

function portalFault(error: unknown): string {
  if (error instanceof Refusal) return error.message || `HTTP error! status: ${error.status}`;
  if (error instanceof SyntaxError) return 'No portal URL received';
  return error instanceof Error ? error.message : String(error);
}
