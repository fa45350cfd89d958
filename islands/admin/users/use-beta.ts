import { useState } from 'react';
import type { MailedAnswer } from '../../../modules/admin/contract/mail.ts';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { confirmed, showAlert } from '../../ui/dialogs.ts';

const PAUSE_MS = 500;

/** Grants the beta to one user, or to many in sequence. */
export function useBeta(reload: () => void, delivers: boolean) {
  const [busy, setBusy] = useState(false);

  async function grantOne(user: UserRow) {
    const alreadyIn = `${user.name} is already in the beta!`;
    if (user.role === 'subscribed') return showAlert(alreadyIn);
    if (!(await confirmed(`Add ${user.name} to the beta and send them a welcome email?`))) return;
    setBusy(true);
    try {
      const { waiting } = await grant(user.id);
      await showAlert(
        waiting
          ? `✅ ${user.name} is in the beta now. The mail server asked us to send the welcome email later: the server keeps trying for a day.`
          : delivers
            ? `✅ Successfully added ${user.name} to beta and sent welcome email!`
            : `✅ ${user.name} is in the beta now. No mail server is set up (SMTP_URL): the welcome email lies in the outbox.`,
      );
    } catch (error) {
      const message = messageOf(error);
      // The list may be older than another admin's grant, which the server knows about.
      await showAlert(message === alreadyIn ? alreadyIn : `Failed to add ${user.name} to beta: ${message}`);
    }
    setBusy(false);
    reload();
  }

  async function grantMany(users: UserRow[]): Promise<void> {
    // Subscribers already have it, and it would replace an admin's role.
    const due = users.filter(({ role }) => role === 'user');
    if (due.length === 0) return showAlert('All selected users are already in the beta!');
    if (!(await confirmed(`Add ${due.length} user(s) to the beta and send them a welcome email?`))) return;
    setBusy(true);
    let added = 0;
    const failed: string[] = [];
    for (const [index, user] of due.entries()) {
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      try {
        await grant(user.id);
        added += 1;
      } catch (error) {
        console.error('Failed to add to beta', user.id, error);
        failed.push(user.name);
      }
    }
    setBusy(false);
    const lines = [
      ...(added > 0 ? [`✅ Successfully added ${added} user(s) to beta!`] : []),
      ...(failed.length > 0 ? [`❌ Failed to add: ${failed.join(', ')}`] : []),
    ];
    await showAlert(lines.join('\n'));
    reload();
  }

  return { busy, grantOne, grantMany };
}

const grant = (userId: string) => adminApi<MailedAnswer>('user-data', { action: 'grantBeta', userId });
const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'Unknown error';
