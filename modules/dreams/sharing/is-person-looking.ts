/** User agents that fetch links for previews. */
const PREVIEW_AGENT =
  /facebookexternalhit|twitterbot|slackbot|discordbot|telegrambot|whatsapp|linkedinbot|pinterest|skypeuripreview|embedly|mastodon|bluesky|signal/i;

/** Programs that pose as browsers but also give their own name. */
const PROGRAM =
  /\bbot\b|bot[/;]|crawl|spider|slurp|preview|headless|lighthouse|monitor|fetch|scan|validator/i;

/**
 * True if the request looks like a person opening the page in a browser, not a program, a prefetch or a HEAD request.
 */
export function isPersonLooking(request: Pick<Request, 'method' | 'headers'>): boolean {
  const { method, headers } = request;
  if (method !== 'GET') return false;
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers.get(name) ?? '');
  if (/prefetch|prerender|preview/i.test(purpose.join())) return false;
  // Only sent by pages on https. Anything but `document` means that a script or an element loads the page.
  if ((headers.get('sec-fetch-dest') ?? 'document') !== 'document') return false;
  const agent = headers.get('user-agent') ?? '';
  return agent.startsWith('Mozilla/') && !PREVIEW_AGENT.test(agent) && !PROGRAM.test(agent);
}
