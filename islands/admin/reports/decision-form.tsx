import type { ReportAction, TakeDownAnswer } from '../../../modules/admin/schemas/reports.ts';
import { adminApi } from '../../browser/api.ts';
import { ReasonForm } from '../reason-form.tsx';

interface DecisionFormProps {
  id: string;
  name: string;
  /** its public link alone, or all of it */
  about: 'link' | 'dream';
  isDone: boolean;
  onChange: () => void;
}

const WORDS: Record<ReportAction['action'], string> = {
  takeDown: 'Close link',
  putBack: 'Give link back',
  remove: 'Remove dream',
  restore: 'Give dream back',
};

/** For operators: closes a dream's link or removes the dream, or undoes that, with a reason that its owner reads. */
export function DecisionForm({ id, name, about, isDone, onChange }: DecisionFormProps) {
  const action = about === 'link' ? (isDone ? 'putBack' : 'takeDown') : isDone ? 'restore' : 'remove';
  return (
    <ReasonForm
      action={WORDS[action]}
      label={`${WORDS[action]}: ${name}`}
      isDanger={action === 'remove'}
      onDecide={async (reason) => {
        await adminApi<TakeDownAnswer>('report-data', { action, sessionId: id, reason });
        onChange();
      }}
    />
  );
}
