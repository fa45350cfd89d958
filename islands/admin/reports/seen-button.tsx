import { useState } from 'react';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';

interface SeenButtonProps {
  id: string;
  name: string;
  /** reports have closed its link */
  isHeld: boolean;
  onChange: () => void;
}

/** For reports that need no action. */
export function SeenButton({ id, name, isHeld, onChange }: SeenButtonProps) {
  const [busy, setBusy] = useState(false);
  const decide = async () => {
    setBusy(true);
    try {
      await adminApi('report-data', { action: 'seen', sessionId: id });
      onChange();
    } catch (error) {
      await showAlert(failureText(error, m.admin_forms_no_answer()));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="button button-quiet"
      disabled={busy}
      aria-label={
        isHeld ? m.admin_dreams_report_ok_reopen_label({ name }) : m.admin_dreams_report_ok_label({ name })
      }
      onClick={() => void decide()}
    >
      {isHeld ? m.admin_dreams_report_ok_reopen() : m.admin_dreams_report_ok()}
    </button>
  );
}
