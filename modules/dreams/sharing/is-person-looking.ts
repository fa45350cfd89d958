/** Agents that fetch a link to show a preview. */
const PREVIEW_AGENT =
  /facebookexternalhit|twitterbot|slackbot|discordbot|telegrambot|whatsapp|linkedinbot|pinterest|skypeuripreview|embedly|mastodon|bluesky|signal/i;

/** Programs that call themselves browsers, and say what they are beside it. */
const PROGRAM =
  /\bbot\b|bot[/;]|crawl|spider|slurp|preview|headless|lighthouse|monitor|fetch|scan|validator/i;

/**
 * True if a person opens this page in a browser, as far as a request can show: no program, no browser that loads what
 * might be opened next, and none that asks for the headers alone.
 */
export function isPersonLooking(request: Pick<Request, 'method' | 'headers'>): boolean {
  const { method, headers } = request;
  if (method !== 'GET') return false;
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers.get(name) ?? '');
  if (/prefetch|prerender|preview/i.test(purpose.join())) return false;
  // Only sent where the page is on https; a page that a script reads is not one that is looked at.
  if ((headers.get('sec-fetch-dest') ?? 'document') !== 'document') return false;
  const agent = headers.get('user-agent') ?? '';
  return agent.startsWith('Mozilla/') && !PREVIEW_AGENT.test(agent) && !PROGRAM.test(agent);
}
