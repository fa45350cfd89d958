import type { FormEvent } from 'react';
import type { BlocksAnswer } from '../../../modules/admin/contract/people/person.ts';
import { BLOCK_KINDS, MAX_BLOCK_DAYS } from '../../../modules/auth/contract/block-kinds.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { localTime } from '../format.ts';
import { LoadFailure } from '../load-failure.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { useLive } from '../use-live.ts';

const POLL_MS = 60_000;
const KINDS = { email: 'Email address', domain: 'Domain', network: 'Network' } as const;

/** Addresses and networks that can't sign in. */
export function SignInBlocks() {
  const { data, error, mutate } = useLive<BlocksAnswer, string>(
    'blocks',
    () => adminApi('block-data', { action: 'getBlocks' }),
    { everyMs: POLL_MS, what: 'blocks not read' },
  );
  const change = async (body: object) => {
    await mutate(adminApi<BlocksAnswer>('block-data', body), { revalidate: false });
  };
  const remove = (id: string) =>
    change({ action: 'removeBlock', id }).catch((fault: unknown) =>
      showAlert(failureText(fault, 'The block could not be lifted.')),
    );
  return (
    <details className="admin-fold">
      <summary className="numbers">Blocked sign-ins ({data?.blocks.length ?? '…'})</summary>
      <p>
        Nobody signs in with these. Whoever is signed in stays so: suspend the person on their page as well.
      </p>
      {error && (
        <LoadFailure text={m.admin_forms_load_blocks} reason={error.message} onRetry={() => void mutate()} />
      )}
      <ReasonForm
        actions={[{ text: 'Block', label: 'Block these sign-ins', isDanger: true }]}
        label={m.admin_forms_reason_blocked()}
        hasEnd
        endless={`For ${MAX_BLOCK_DAYS / 365} years, the longest`}
        onDecide={async ({ reason, until, form }) => {
          const [kind, value] = [form.get('kind'), form.get('value')];
          await change({ action: 'addBlock', kind, value, reason, ...(until && { until }) });
        }}
      >
        <div className="block-target">
          <select className="admin-select" name="kind" aria-label="What is blocked">
            {BLOCK_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KINDS[kind]}
              </option>
            ))}
          </select>
          <input
            className="field"
            name="value"
            aria-label="Address, domain or network"
            placeholder="someone@example.com, example.com or 203.0.113.0/24"
            required
            maxLength={254}
          />
        </div>
      </ReasonForm>
      {data?.blocks.length === 0 && <p>Nothing is blocked.</p>}
      {data && data.blocks.length > 0 && (
        <ul className="admin-lines" aria-label="Blocked">
          {data.blocks.map(({ id, kind, value, reason, since, until, by }) => (
            <li key={id}>
              <span>
                {KINDS[kind]} <strong>{value}</strong>
              </span>
              <button
                type="button"
                className="admin-button"
                aria-label={`Unblock ${value}`}
                onClick={() => void remove(id)}
              >
                Unblock
              </button>
              <small>
                {reason} · until {localTime(until)} · since {localTime(since)}
                {by && `, by ${by}`}
              </small>
            </li>
          ))}
        </ul>
      )}
      {data && data.outliving > 0 && <OutlivingForm count={data.outliving} onLift={change} />}
    </details>
  );
}

interface OutlivingFormProps {
  count: number;
  onLift: (body: object) => Promise<void>;
}

/** The only way to find a suspension of an erased account: the user's address, which yields the same code again. */
function OutlivingForm({ count, onLift }: OutlivingFormProps) {
  const lift = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = new FormData(form).get('email');
    const said = await onLift({ action: 'liftOutliving', email }).then(
      () => 'The suspension is lifted.',
      (fault: unknown) => failureText(fault, 'The suspension could not be lifted.'),
    );
    await showAlert(said);
    form.reset();
  };
  return (
    <form className="reason-form" onSubmit={lift}>
      <label htmlFor="outliving-email">
        {count === 1 ? 'One suspension has' : `${count} suspensions have`} outlived the account. Whose is kept
        as a code only: type the person’s address to lift it.
      </label>
      <input
        id="outliving-email"
        className="field"
        type="email"
        name="email"
        placeholder="someone@example.com"
        required
        maxLength={254}
      />
      <div className="reason-actions">
        <button type="submit" className="admin-button">
          Lift the suspension
        </button>
      </div>
    </form>
  );
}
