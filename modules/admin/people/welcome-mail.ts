import { greetingOf } from '../../mail/contract/compose.ts';

/** Mail to a user who was added to the beta. */
export function welcomeMail(appName: string, name: string, basicPrice: string, origin: string) {
  return {
    subject: `Welcome to ${appName} Beta!`,
    text: [
      `Hi ${greetingOf(name)},`,
      `you are in: your account has the ${appName} Beta now. Everybody else pays ${basicPrice}/month after a free trial with limited streams; yours are unlimited from today.`,
      `Start dreaming: ${origin}/stream`,
      'Tell us what you see. A reply to this mail reaches people.',
    ].join('\n\n'),
  };
}
