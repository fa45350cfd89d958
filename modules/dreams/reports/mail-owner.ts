import type { Auth } from '../../auth/auth.ts';
import { inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import type { Mail } from '../../mail/mail.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import { HOLDS, type Hold } from '../contract/held.ts';
import { nameOf } from '../contract/sort.ts';
import type { DreamRepository } from '../repository.ts';

export interface OwnerMailDeps {
  config: SiteConfig;
  mail: Pick<Mail, 'queue'>;
  repository: Pick<DreamRepository, 'find'>;
  auth: Pick<Auth, 'findUser' | 'languageOf'>;
}

/** Queues the statement of reasons for a link that was closed automatically, within the caller's transaction. */
export async function mailOwner(
  { config, mail, repository, auth }: OwnerMailDeps,
  dreamId: string,
  hold: Hold,
): Promise<void> {
  const dream = await repository.find(dreamId);
  const owner = dream && (await auth.findUser(dream.userId));
  if (!owner) return;
  const { APP_NAME, PUBLIC_URL } = config;
  await inLocale(auth.languageOf(owner), () => {
    const name = nameOf({ dream_name: dream.name }) || m.dreams_untitled();
    return mail.queue({
      kind: 'link-held',
      to: owner.email,
      userId: owner.id,
      subject: m.dreams_held_mail_subject({ name }),
      text: [
        `${m.dreams_held_mail_text({ name, app: APP_NAME })}\n${PUBLIC_URL}/session?session_id=${dreamId}`,
        m.dreams_held_mail_reason({ reason: HOLDS[hold]() }),
        `${m.dreams_held_mail_next()}\n${PUBLIC_URL}/terms#rules`,
        m.dreams_objection(),
      ].join('\n\n'),
    });
  });
}
