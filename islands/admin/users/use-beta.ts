import { useState } from 'react';
import type { MailedAnswer } from '../../../modules/admin/contract/mail.ts';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { Refusal } from '../../../modules/kit/browser/api.ts';
import { formatList } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { confirmed, showAlert } from '../../ui/dialogs.ts';

const PAUSE_MS = 500;

/** Grants the beta to one user, or to many in sequence. */
export function useBeta(reload: () => void, delivers: boolean) {
  const [busy, setBusy] = useState(false);

  async function grantOne(user: UserRow) {
    const { name } = user;
    if (user.role === 'subscribed') return showAlert(m.admin_people_beta_already({ name }));
    if (!(await confirmed(m.admin_people_beta_confirm({ name })))) return;
    setBusy(true);
    try {
      const { waiting } = await grant(user.id);
      await showAlert(
        waiting
          ? m.admin_people_beta_done_waiting({ name })
          : delivers
            ? m.admin_people_beta_done({ name })
            : m.admin_people_beta_done_outbox({ name }),
      );
    } catch (error) {
      // The list may be older than another admin's grant, which the server knows about.
      const isAlready = error instanceof Refusal && error.status === 409;
      await showAlert(
        isAlready
          ? m.admin_people_beta_already({ name })
          : m.admin_people_beta_failed({ name, reason: messageOf(error) }),
      );
    }
    setBusy(false);
    reload();
  }

  async function grantMany(users: UserRow[]): Promise<void> {
    // Subscribers already have it, and it would replace an admin's role.
    const due = users.filter(({ role }) => role === 'user');
    if (due.length === 0) return showAlert(m.admin_people_beta_all_already());
    if (!(await confirmed(m.admin_people_beta_confirm_many({ count: due.length })))) return;
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
      ...(added > 0 ? [m.admin_people_beta_many_done({ count: added })] : []),
      ...(failed.length > 0 ? [m.admin_people_beta_many_failed({ names: formatList(failed, 'unit') })] : []),
    ];
    await showAlert(lines.join('\n'));
    reload();
  }

  return { busy, grantOne, grantMany };
}

const grant = (userId: string) => adminApi<MailedAnswer>('user-data', { action: 'grantBeta', userId });
const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : m.admin_forms_unknown_error();
