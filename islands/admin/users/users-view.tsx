import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { ROLE_NAMES } from '../../../modules/admin/contract/people/role-names.ts';
import { Refusal } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { Role } from '../../../modules/web/contract/person.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { confirmed, showAlert } from '../../ui/dialogs.ts';
import { firstPage } from '../list/list-query.ts';
import { ListView } from '../list/list-view.tsx';
import { useList } from '../list/use-list.ts';
import { MailModal } from '../mail/mail-modal.tsx';
import type { Language } from '../mail/use-written.ts';
import { SignInBlocks } from './sign-in-blocks.tsx';
import { useBeta } from './use-beta.ts';
import { useMailing } from './use-mailing.ts';
import { useSelection } from './use-selection.ts';
import { choiceOf, USERS } from './use-users.ts';
import { UserBar } from './user-bar.tsx';
import { UserTable } from './user-table.tsx';

interface UsersViewProps {
  appName: string;
  delivers: boolean;
  basicPrice: string;
  languages: Language[];
}

export function UsersView({ appName, delivers, basicPrice, languages }: UsersViewProps) {
  const listing = useList(USERS);
  const { query, answer, state, again } = listing;
  const { users } = answer;
  const reload = () => again(({ filter }) => ({ ...firstPage(USERS.filter), filter }));
  const selection = useSelection(users);
  const mailing = useMailing();
  const beta = useBeta(reload, delivers);
  const busy = state === 'loading' || beta.busy || mailing.busy;

  async function changeRole(user: UserRow, role: Role) {
    if (role === user.role) return;
    const names = { name: user.name, from: ROLE_NAMES[user.role](), to: ROLE_NAMES[role]() };
    if (!(await confirmed(m.admin_people_role_confirm(names)))) return;
    try {
      const basedOn = { role: user.role, subscription_tier: user.subscription_tier ?? null };
      await adminApi('user-data', { action: 'updateUserRole', userId: user.id, role, basedOn });
    } catch (error) {
      console.error('Failed to update user role', error);
      await showAlert(roleFault(error));
    }
    reload();
  }

  return (
    <>
      <ListView
        listing={listing}
        count={users.length}
        disabled={busy}
        bar={
          <UserBar
            users={users}
            choice={choiceOf(query.filter)}
            selection={selection}
            mailing={mailing}
            disabled={busy}
            onBeta={beta.grantMany}
          />
        }
      >
        <UserTable
          users={users}
          selection={selection}
          disabled={busy}
          onRole={changeRole}
          onBeta={beta.grantOne}
          onMail={mailing.toOne}
        />
      </ListView>
      <SignInBlocks />
      {mailing.mail && (
        <MailModal
          appName={appName}
          delivers={delivers}
          basicPrice={basicPrice}
          languages={languages}
          {...mailing.mail}
          onSent={selection.clear}
          onClose={mailing.close}
        />
      )}
    </>
  );
}

/** Adds the server's objection, such as the last admin. Its internal errors would mean nothing to the user. */
const roleFault = (error: unknown): string =>
  error instanceof Refusal && error.status < 500 && error.message
    ? m.admin_people_role_failed_reason({ reason: error.message })
    : m.admin_people_role_failed();
