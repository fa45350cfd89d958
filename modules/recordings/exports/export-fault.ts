import { m } from '../../kit/texts/m.ts';
import type { ExportFault } from '../contract/export-kinds.ts';
import type { ExportRow } from './exports-store.ts';

const TEXTS: Record<Exclude<ExportFault, 'font'>, () => string> = {
  damaged: m.recordings_export_fault_damaged,
  'no-film': m.recordings_export_fault_no_film,
  disk: m.recordings_export_fault_disk,
  time: m.recordings_export_fault_time,
  memory: m.recordings_export_fault_memory,
  failed: m.recordings_export_fault_failed,
};

/** Why an export failed and what helps, in the current language. */
export function exportFault({ fault, faultDetail }: Pick<ExportRow, 'fault' | 'faultDetail'>): string | null {
  if (fault === null) return null;
  if (fault === 'font') return m.recordings_export_fault_font({ characters: faultDetail ?? '' });
  return TEXTS[fault]();
}
