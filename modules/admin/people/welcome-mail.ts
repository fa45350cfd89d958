import { m } from '../../kit/texts/m.ts';
import { greetingOf } from '../../mail/contract/compose.ts';

/** Mail to a user who was added to the beta. */
export function welcomeMail(appName: string, name: string, basicPrice: string, origin: string) {
  return {
    subject: m.admin_people_welcome_mail_subject({ app: appName }),
    text: [
      m.admin_people_welcome_mail_greeting({ name: greetingOf(name) }),
      m.admin_people_welcome_mail_text({ app: appName, price: basicPrice }),
      m.admin_people_welcome_mail_link(),
      `${origin}/stream`,
      m.admin_people_welcome_mail_reply(),
    ].join('\n\n'),
  };
}
