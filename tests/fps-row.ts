import type { FpsRow } from '../modules/admin/contract/summary.ts';

/** A dream as a row of the dashboard's chart, empty except for the given fields. */
export function fpsRow(more: Partial<FpsRow>): FpsRow {
  return {
    date: '2026-03-31T10:00:00',
    session_id: '',
    fps: null,
    client_fps: null,
    job_status: 'DONE',
    rp_worker_id: null,
    rp_job_id: null,
    user_id: null,
    fps_data: null,
    client_fps_data: null,
    pcie_data: null,
    ...more,
  };
}
