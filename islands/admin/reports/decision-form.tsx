import { useId } from 'react';
import type { ReportAction, TakeDownAnswer } from '../../../modules/admin/contract/reports.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { ReasonForm } from '../reason-form.tsx';

interface DecisionFormProps {
  id: string;
  name: string;
  /** an operator closed its link */
  isDown: boolean;
  /** an operator removed it */
  isRemoved: boolean;
  /** number of copies of it */
  copies?: number;
  onChange: () => void;
}

const TEXTS = {
  takeDown: { text: m.admin_dreams_decide_close, label: m.admin_dreams_decide_close_label },
  putBack: { text: m.admin_dreams_decide_reopen, label: m.admin_dreams_decide_reopen_label },
  remove: { text: m.admin_dreams_decide_remove, label: m.admin_dreams_decide_remove_label },
  restore: { text: m.admin_dreams_decide_restore, label: m.admin_dreams_decide_restore_label },
};

/** For operators: closes a dream's link or removes the dream, or undoes that, with a reason for its owner. */
export function DecisionForm({ id, name, isDown, isRemoved, copies = 0, onChange }: DecisionFormProps) {
  const groundId = useId();
  const open: ReportAction['action'][] = isRemoved
    ? ['restore']
    : [isDown ? 'putBack' : 'takeDown', 'remove'];
  const actions = open.map((value) => ({
    value,
    text: TEXTS[value].text(),
    label: TEXTS[value].label({ name }),
    isDanger: value === 'remove',
  }));
  return (
    <ReasonForm
      actions={actions}
      onDecide={async ({ action: { value: action }, reason, form }) => {
        const ground = form.get('ground') ?? undefined;
        const asked = { action, sessionId: id, reason, ground, copies: form.has('copies') };
        await adminApi<TakeDownAnswer>('report-data', asked);
        onChange();
      }}
    >
      {!isRemoved && (
        <label className="decision-ground" htmlFor={groundId}>
          {m.admin_dreams_decide_ground({
            choice: () => (
              <select id={groundId} className="field" name="ground">
                <option value="terms">{m.admin_dreams_decide_ground_terms()}</option>
                <option value="law">{m.admin_dreams_decide_ground_law()}</option>
              </select>
            ),
          })}
        </label>
      )}
      {copies > 0 && (
        <label className="check">
          <input type="checkbox" name="copies" defaultChecked />
          {m.admin_dreams_decide_copies({ count: copies })}
        </label>
      )}
    </ReasonForm>
  );
}
