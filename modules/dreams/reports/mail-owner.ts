import type { Mail } from '../../mail/mail.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import { HOLDS, type Hold } from '../contract/held.ts';
import { OBJECT } from '../contract/redress.ts';
import { nameOf } from '../contract/sort.ts';
import type { DreamRepository } from '../repository.ts';

export interface OwnerMailDeps {
  config: SiteConfig;
  mail: Pick<Mail, 'queue'>;
  repository: Pick<DreamRepository, 'find'>;
  findUser(id: string): Promise<{ id: string; email: string } | null>;
}

/** Queues the statement of reasons for a link that was closed automatically, within the caller's transaction. */
export async function mailOwner(
  { config, mail, repository, findUser }: OwnerMailDeps,
  dreamId: string,
  hold: Hold,
): Promise<void> {
  const dream = await repository.find(dreamId);
  const owner = dream && (await findUser(dream.userId));
  if (!owner) return;
  const name = nameOf({ dream_name: dream.name }) || 'untitled';
  const { APP_NAME, PUBLIC_URL } = config;
  await mail.queue({
    kind: 'link-held',
    to: owner.email,
    userId: owner.id,
    subject: `The link of your dream “${name}” is closed for now`,
    text: [
      `The public link of your dream “${name}” on ${APP_NAME} is closed for now. You can still watch it yourself: ${PUBLIC_URL}/session?session_id=${dreamId}`,
      `Reason: ${HOLDS[hold]}`,
      `No person has decided this yet: one looks at it within 48 hours, and opens the link again unless it goes against the law or our terms: ${PUBLIC_URL}/terms#rules`,
      OBJECT,
    ].join('\n\n'),
  });
}
