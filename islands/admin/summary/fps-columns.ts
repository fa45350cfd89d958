import type { FpsRow } from '../../../modules/admin/contract/summary.ts';

/** A column of the selected sessions, as shown in the table and saved in the CSV file. */
export type FpsColumn = { title: string } & (
  | { kind: 'copied'; what: string; text(row: FpsRow): string | null }
  | { kind: 'moment'; date(row: FpsRow): string }
  | { kind: 'figure'; value(row: FpsRow): number | null }
);

export const FPS_COLUMNS: readonly FpsColumn[] = [
  { title: 'Session ID', kind: 'copied', what: 'session id', text: (row) => row.session_id },
  { title: 'RP Job ID', kind: 'copied', what: 'RP job id', text: (row) => row.rp_job_id },
  { title: 'Worker ID', kind: 'copied', what: 'worker id', text: (row) => row.rp_worker_id },
  { title: 'User ID', kind: 'copied', what: 'user id', text: (row) => row.user_id },
  { title: 'Request Time', kind: 'moment', date: (row) => row.date },
  { title: 'Server FPS', kind: 'figure', value: (row) => row.fps },
  { title: 'Client FPS', kind: 'figure', value: (row) => row.client_fps },
  {
    title: 'PCIe Data',
    kind: 'copied',
    what: 'PCIe data',
    text: ({ pcie_data }) => (pcie_data ? JSON.stringify(pcie_data) : null),
  },
];
