import type { ReportAction, TakeDownAnswer } from '../../../modules/admin/contract/reports.ts';
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

const WORDS: Record<ReportAction['action'], string> = {
  takeDown: 'Close link',
  putBack: 'Give link back',
  remove: 'Remove dream',
  restore: 'Give dream back',
};

/** For operators: closes a dream's link or removes the dream, or undoes that, with a reason for its owner. */
export function DecisionForm({ id, name, isDown, isRemoved, copies = 0, onChange }: DecisionFormProps) {
  const open: ReportAction['action'][] = isRemoved
    ? ['restore']
    : [isDown ? 'putBack' : 'takeDown', 'remove'];
  const actions = open.map((value) => ({
    value,
    text: WORDS[value],
    label: `${WORDS[value]}: ${name}`,
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
        <label className="decision-ground">
          It goes against{' '}
          <select className="admin-select" name="ground">
            <option value="terms">our terms</option>
            <option value="law">the law</option>
          </select>
        </label>
      )}
      {copies > 0 && (
        <label className="check">
          <input type="checkbox" name="copies" defaultChecked />
          The same for {copies === 1 ? 'its copy' : `its ${copies} copies`}
        </label>
      )}
    </ReasonForm>
  );
}
