import { USER_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { ROLE_NAMES } from '../../../modules/admin/contract/people/role-names.ts';
import type { Role } from '../../../modules/auth/contract/schemas.ts';
import { Refusal } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { confirmed, showAlert } from '../../ui/dialogs.ts';
import { CsvLink } from '../csv-link.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { MailModal } from '../mail/mail-modal.tsx';
import { Pagination } from '../pagination.tsx';
import { SignInBlocks } from './sign-in-blocks.tsx';
import { useBeta } from './use-beta.ts';
import { useMailing } from './use-mailing.ts';
import { useSelection } from './use-selection.ts';
import { FIRST_PAGE, filtersOf, userRequest, useUsers } from './use-users.ts';
import { UserBar } from './user-bar.tsx';
import { UserFilters } from './user-filters.tsx';
import { UserTable } from './user-table.tsx';

interface UsersViewProps {
  appName: string;
  delivers: boolean;
  basicPrice: string;
}

export function UsersView({ appName, delivers, basicPrice }: UsersViewProps) {
  const { query: asked, answer, state, failure, go, again } = useUsers();
  const query = asked ?? FIRST_PAGE;
  const { users, totalCount: total } = answer;
  const loading = state === 'loading';
  const reload = () => again({ ...query, page: 1, limit: FIRST_PAGE.limit });
  const selection = useSelection(users);
  const mailing = useMailing();
  const beta = useBeta(reload, delivers);
  const busy = loading || beta.busy || mailing.busy;

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
    <section className="admin-view" aria-labelledby="users-title">
      <header className="admin-head">
        <h2 id="users-title" className="numbers">
          {m.admin_people_list_title({ total })}
        </h2>
        <CsvLink what="people" request={{ ...userRequest(query), sort: undefined }} />
      </header>
      <UserFilters
        applied={query}
        onApply={(filter) => go({ ...query, ...filter, page: 1 })}
        onClear={() => go({ ...FIRST_PAGE, limit: query.limit })}
      />
      <UserBar
        users={users}
        filters={filtersOf(query)}
        selection={selection}
        mailing={mailing}
        disabled={busy}
        onBeta={beta.grantMany}
      />
      {loading ? (
        <p className="admin-note" role="status">
          {m.admin_people_list_loading()}
        </p>
      ) : state === 'failed' ? (
        <LoadFailure text={m.admin_forms_load_users} reason={failure} onRetry={() => again(query)} />
      ) : users.length === 0 ? (
        <p className="admin-note">{m.admin_people_list_empty()}</p>
      ) : (
        <UserTable
          users={users}
          selected={selection.selected}
          allSelected={selection.hasAll}
          disabled={busy}
          onSelect={selection.select}
          onRole={changeRole}
          onBeta={beta.grantOne}
          onMail={mailing.toOne}
        />
      )}
      <Pagination
        page={query.page}
        limit={query.limit}
        total={total}
        sizes={USER_PAGE_SIZES}
        noun="users"
        buttons={0}
        disabled={busy}
        onPage={(page) => go({ ...query, page })}
        onLimit={(limit) => go({ ...query, limit, page: 1 })}
      />
      <SignInBlocks />
      {mailing.mail && (
        <MailModal
          appName={appName}
          delivers={delivers}
          basicPrice={basicPrice}
          {...mailing.mail}
          onSent={selection.clear}
          onClose={mailing.close}
        />
      )}
    </section>
  );
}

/** Adds the server's objection, such as the last admin. Its internal errors would mean nothing to the user. */
const roleFault = (error: unknown): string =>
  error instanceof Refusal && error.status < 500 && error.message
    ? m.admin_people_role_failed_reason({ reason: error.message })
    : m.admin_people_role_failed();
