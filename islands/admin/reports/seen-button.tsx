import { useState } from 'react';
import { failureText } from '../../../modules/kit/browser/api.ts';
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
      await showAlert(failureText(error, 'No answer came. Please look again before you repeat it.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="admin-button"
      disabled={busy}
      aria-label={`Nothing wrong with it: ${name}`}
      onClick={() => void decide()}
    >
      {isHeld ? 'Nothing wrong: open the link again' : 'Nothing wrong with it'}
    </button>
  );
}
