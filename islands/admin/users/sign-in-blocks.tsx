import type { FormEvent } from 'react';
import type { BlockRow, BlocksAnswer } from '../../../modules/admin/contract/people/person.ts';
import { BLOCK_KINDS, MAX_BLOCK_DAYS } from '../../../modules/auth/contract/block-kinds.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { localTime } from '../format.ts';
import { LoadFailure } from '../load-failure.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { useLive } from '../use-live.ts';

const POLL_MS = 60_000;
const KINDS = {
  email: m.admin_people_blocks_kind_email,
  domain: m.admin_people_blocks_kind_domain,
  network: m.admin_people_blocks_kind_network,
} as const;

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
      showAlert(failureText(fault, m.admin_people_blocks_remove_failed())),
    );
  return (
    <details className="admin-fold">
      <summary className="numbers">
        {m.admin_people_blocks_title({ count: data ? formatNumber(data.blocks.length) : '…' })}
      </summary>
      <p>{m.admin_people_blocks_text()}</p>
      {error && (
        <LoadFailure text={m.admin_forms_load_blocks} reason={error.message} onRetry={() => void mutate()} />
      )}
      <ReasonForm
        actions={[
          { text: m.admin_people_blocks_add(), label: m.admin_people_blocks_add_label(), isDanger: true },
        ]}
        label={m.admin_forms_reason_blocked()}
        hasEnd
        endless={m.admin_people_blocks_endless({ years: MAX_BLOCK_DAYS / 365 })}
        onDecide={async ({ reason, until, form }) => {
          const [kind, value] = [form.get('kind'), form.get('value')];
          await change({ action: 'addBlock', kind, value, reason, ...(until && { until }) });
        }}
      >
        <div className="block-target">
          <select className="field" name="kind" aria-label={m.admin_people_blocks_kind_label()}>
            {BLOCK_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KINDS[kind]()}
              </option>
            ))}
          </select>
          <input
            className="field"
            name="value"
            aria-label={m.admin_people_blocks_value_label()}
            placeholder={m.admin_people_blocks_value_placeholder()}
            required
            maxLength={254}
          />
        </div>
      </ReasonForm>
      {data?.blocks.length === 0 && <p>{m.admin_people_blocks_empty()}</p>}
      {data && data.blocks.length > 0 && (
        <ul className="admin-lines" aria-label={m.admin_people_blocks_list_label()}>
          {data.blocks.map(({ id, kind, value, ...block }) => (
            <li key={id}>
              <span>
                {KINDS[kind]()} <strong>{value}</strong>
              </span>
              <button
                type="button"
                className="button button-quiet"
                aria-label={m.admin_people_blocks_remove_label({ value })}
                onClick={() => void remove(id)}
              >
                {m.admin_people_blocks_remove()}
              </button>
              <small>{lineOf(block)}</small>
            </li>
          ))}
        </ul>
      )}
      {data && data.outliving > 0 && <OutlivingForm count={data.outliving} onLift={change} />}
    </details>
  );
}

function lineOf({ reason, since, until, by }: Pick<BlockRow, 'reason' | 'since' | 'until' | 'by'>): string {
  const slots = { reason, since: localTime(since), until: localTime(until) };
  return by ? m.admin_people_blocks_line_by({ ...slots, operator: by }) : m.admin_people_blocks_line(slots);
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
    const outcome = await onLift({ action: 'liftOutliving', email }).then(
      () => m.admin_people_outliving_done(),
      (fault: unknown) => failureText(fault, m.admin_people_outliving_failed()),
    );
    await showAlert(outcome);
    form.reset();
  };
  return (
    <form className="reason-form" onSubmit={lift}>
      <label htmlFor="outliving-email">{m.admin_people_outliving_text({ count })}</label>
      <input
        id="outliving-email"
        className="field"
        type="email"
        name="email"
        placeholder={m.admin_people_outliving_placeholder()}
        required
        maxLength={254}
      />
      <div className="reason-actions">
        <button type="submit" className="button button-quiet">
          {m.admin_people_outliving_lift()}
        </button>
      </div>
    </form>
  );
}
