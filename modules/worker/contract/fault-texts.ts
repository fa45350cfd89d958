import { formatBytes, formatList } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import { CLOSE_REASONS } from '../../protocol/close-reasons.ts';
import type { DrawFault, DrawReason } from './draw-messages.ts';
import { FileFault, type FileFaultFacts, type FileFaultKind, LayoutFault } from './model-files/file-fault.ts';

/** A fault of the model's files in words for people; other faults keep their message. */
export function faultText(error: unknown): string {
  if (error instanceof FileFault) return fileText(error.kind, error.facts);
  if (error instanceof LayoutFault) return layoutText(error.model, error.missing);
  return error instanceof Error ? error.message : String(error);
}

/** Words a fault reported by the thread of the /draw page. */
export function drawFaultText(fault: DrawFault): string {
  switch (fault.code) {
    case 'no-model':
      return m.worker_draw_no_model();
    case 'not-loaded':
      return m.worker_draw_not_loaded();
    case 'pixels':
      return m.worker_draw_pixels();
    case 'name':
      return m.worker_draw_name({ model: fault.model });
    case 'file':
      return fault.kind === 'no-room' ? spaceText(fault.facts) : fileText(fault.kind, fault.facts);
    case 'layout':
      return layoutText(fault.model, fault.missing);
    case 'other':
      return fault.message;
  }
}

/** Reasons of the server's close messages. */
const CLOSED: Readonly<Record<string, () => string>> = {
  [CLOSE_REASONS.operatorsOnly]: m.worker_draw_operators_only,
  [CLOSE_REASONS.removed]: m.worker_draw_removed,
  [CLOSE_REASONS.signedOut]: m.worker_draw_signed_out,
};

/** Words the reason for a browser worker's connection state. */
export function drawReasonText(reason: DrawReason | null): string | null {
  if (reason === null) return null;
  if ('text' in reason) return CLOSED[reason.text]?.() ?? reason.text;
  const texts = {
    lost: m.worker_draw_lost,
    refused: m.worker_draw_refused,
    unreachable: m.worker_draw_unreachable,
  };
  return texts[reason.code]();
}

function fileText(kind: FileFaultKind, { subject, reason = '', bytes = 0, kept }: FileFaultFacts): string {
  switch (kind) {
    case 'missing':
      return m.worker_file_missing({ subject });
    case 'broken':
      return m.worker_file_broken({ subject });
    case 'no-room':
      return m.worker_file_no_space({ subject });
    case 'unreachable':
      return kept === undefined
        ? m.worker_file_unreachable({ subject, reason })
        : m.worker_file_interrupted({ subject, reason, done: formatBytes(kept), size: formatBytes(bytes) });
  }
}

function spaceText({ bytes = 0, free }: FileFaultFacts): string {
  const size = formatBytes(bytes);
  return free === undefined
    ? m.worker_draw_no_space({ size })
    : m.worker_draw_no_space_left({ size, free: formatBytes(Math.max(0, free)) });
}

const layoutText = (model: string, missing: readonly string[]) =>
  m.worker_model_incomplete_hub({ model, files: formatList(missing), layout: m.worker_model_layout() });
