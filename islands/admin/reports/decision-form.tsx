import type { ReportAction, TakeDownAnswer } from '../../../modules/admin/schemas/reports.ts';
import { adminApi } from '../../browser/api.ts';
import { ReasonForm } from '../reason-form.tsx';

interface DecisionFormProps {
  id: string;
  name: string;
  /** its link is closed by an operator */
  isDown: boolean;
  /** all of it is taken away by an operator */
  isRemoved: boolean;
  onChange: () => void;
}

const WORDS: Record<ReportAction['action'], string> = {
  takeDown: 'Close link',
  putBack: 'Give link back',
  remove: 'Remove dream',
  restore: 'Give dream back',
};

/** For operators: closes a dream's link or removes the dream, or undoes that, with a reason that its owner reads. */
export function DecisionForm({ id, name, isDown, isRemoved, onChange }: DecisionFormProps) {
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
      onDecide={async ({ action: { value: action }, reason }) => {
        await adminApi<TakeDownAnswer>('report-data', { action, sessionId: id, reason });
        onChange();
      }}
    />
  );
}
