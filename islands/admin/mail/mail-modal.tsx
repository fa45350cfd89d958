import { useEffect, useRef, useState } from 'react';
import type { MailJobAnswer } from '../../../modules/admin/contract/mail.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { BulkKind } from '../../../modules/mail/contract/mail-kinds.ts';
import { confirmed, showAlert } from '../../ui/dialogs.ts';
import { Modal } from '../../ui/modal.tsx';
import { MailProgress } from './mail-progress.tsx';
import { MailResults } from './mail-results.tsx';
import { countOf, objectionToSending, type Recipients } from './recipients.ts';
import { useMail } from './use-mail.ts';
import { type Language, useWritten } from './use-written.ts';
import { WriteMail } from './write-mail.tsx';

interface MailModalProps {
  appName: string;
  /** true if mails are sent; otherwise they are files in the outbox */
  delivers: boolean;
  /** monthly price of the basic plan */
  basicPrice: string;
  /** offered languages */
  languages: Language[];
  /** null shows a job that was started earlier */
  to: Recipients | null;
  job: MailJobAnswer | null;
  /** called when a bulk mail has finished, or continues in the background */
  onSent: () => void;
  onClose: () => void;
}

/** A mail, from writing it to its results. */
export function MailModal({
  appName,
  delivers,
  basicPrice,
  languages,
  to,
  job,
  onSent,
  onClose,
}: MailModalProps) {
  const { outcome, send, cancel, goOn, clear } = useMail(job);
  const [kind, setKind] = useState<BulkKind>('service');
  const written = useWritten();
  const [busy, setBusy] = useState(false);
  const isBulk = to?.kind !== 'one';
  const over = outcome !== null && outcome.state !== 'running';

  const reported = useRef(false);
  useEffect(() => {
    if (!over || reported.current) return;
    reported.current = true;
    if (to && isBulk) onSent();
  }, [over, to, isBulk, onSent]);

  async function submit() {
    const objection = objectionToSending(to, kind, written.all, languages);
    if (!to || objection) return showAlert(objection ?? '');
    reported.current = false;
    setBusy(true);
    try {
      await send(to, kind, written.all);
    } catch (error) {
      await showAlert(error instanceof Error ? error.message : m.admin_forms_unknown_error());
    }
    setBusy(false);
  }

  /**
   * Escape is easily pressed by accident, and neither a written mail nor the result of a running one could be
   * recovered.
   */
  function mayClose() {
    if (outcome) return over || isBulk;
    if (written.isBlank) return true;
    return confirmed(m.admin_mails_modal_discard());
  }

  function close() {
    // Clear the selection, or the same people might get a second mail.
    if (outcome && to && isBulk) onSent();
    onClose();
  }

  if (over) {
    return (
      <Modal title={m.admin_mails_modal_results()} className="mail" onClose={close}>
        <MailResults outcome={outcome} delivers={delivers} />
        <div className="dialog-actions">
          {outcome.state === 'cancelled' && outcome.unreached.length > 0 && (
            <button type="button" className="button" onClick={() => void goOn()}>
              {m.admin_mails_modal_send_rest()}
            </button>
          )}
          {to && (
            <button
              type="button"
              className="button"
              onClick={() => {
                written.clear();
                clear();
              }}
            >
              {m.admin_mails_modal_again()}
            </button>
          )}
          <button type="button" className="button button-primary" onClick={close}>
            {m.admin_mails_modal_close()}
          </button>
        </div>
      </Modal>
    );
  }
  if (outcome) {
    return (
      <Modal title={titleOf(to, outcome.total)} className="mail" mayClose={mayClose} onClose={close}>
        <MailProgress outcome={outcome} delivers={delivers} onStop={isBulk ? cancel : null} onClose={close} />
      </Modal>
    );
  }
  if (!to) return null;
  return (
    <Modal title={titleOf(to, countOf(to, kind))} className="mail" mayClose={mayClose} onClose={close}>
      <WriteMail
        appName={appName}
        delivers={delivers}
        basicPrice={basicPrice}
        to={to}
        kind={kind}
        languages={languages}
        written={written}
        busy={busy}
        onKind={setKind}
        onSend={submit}
        onCancel={close}
      />
    </Modal>
  );
}

function titleOf(to: Recipients | null, total: number): string {
  return to?.kind === 'one'
    ? m.admin_mails_modal_title_one({ name: to.user.name })
    : m.admin_mails_modal_title_many({ count: total });
}
