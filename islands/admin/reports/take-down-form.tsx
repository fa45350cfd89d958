import type { TakeDownAnswer } from '../../../modules/admin/schemas/reports.ts';
import { adminApi } from '../../browser/api.ts';
import { ReasonForm } from '../reason-form.tsx';

interface TakeDownFormProps {
  id: string;
  name: string;
  isDown: boolean;
  onChange: () => void;
}

/** For operators: closes the link of a dream, or gives it back, with a reason that its owner reads. */
export function TakeDownForm({ id, name, isDown, onChange }: TakeDownFormProps) {
  return (
    <ReasonForm
      action={isDown ? 'Give link back' : 'Close link'}
      label={`${isDown ? 'Give link back' : 'Close link'}: ${name}`}
      onDecide={async (reason) => {
        const action = isDown ? 'putBack' : 'takeDown';
        await adminApi<TakeDownAnswer>('report-data', { action, sessionId: id, reason });
        onChange();
      }}
    />
  );
}
