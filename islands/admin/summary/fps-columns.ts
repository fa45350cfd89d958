import type { FpsRow } from '../../../modules/admin/contract/summary.ts';
import { m } from '../../../modules/kit/texts/m.ts';

/** A column of the selected sessions, as shown in the table and saved in the CSV file. */
export type FpsColumn = {
  /** in the CSV file */
  name: string;
  /** in the table */
  title: () => string;
} & (
  | { kind: 'copied'; copy: (slots: { value: string }) => string; text(row: FpsRow): string | null }
  | { kind: 'moment'; date(row: FpsRow): string }
  | { kind: 'figure'; value(row: FpsRow): number | null }
);

export const FPS_COLUMNS: readonly FpsColumn[] = [
  {
    name: 'Session ID',
    title: m.admin_figures_selected_session,
    kind: 'copied',
    copy: m.admin_figures_selected_copy_session,
    text: (row) => row.session_id,
  },
  {
    name: 'RP Job ID',
    title: m.admin_figures_selected_job,
    kind: 'copied',
    copy: m.admin_figures_selected_copy_job,
    text: (row) => row.rp_job_id,
  },
  {
    name: 'Worker ID',
    title: m.admin_figures_selected_worker,
    kind: 'copied',
    copy: m.admin_figures_selected_copy_worker,
    text: (row) => row.rp_worker_id,
  },
  {
    name: 'User ID',
    title: m.admin_figures_selected_user,
    kind: 'copied',
    copy: m.admin_figures_selected_copy_user,
    text: (row) => row.user_id,
  },
  {
    name: 'Request Time',
    title: m.admin_figures_selected_time,
    kind: 'moment',
    date: (row) => row.date,
  },
  {
    name: 'Server FPS',
    title: m.admin_figures_selected_server_fps,
    kind: 'figure',
    value: (row) => row.fps,
  },
  {
    name: 'Client FPS',
    title: m.admin_figures_selected_client_fps,
    kind: 'figure',
    value: (row) => row.client_fps,
  },
  {
    name: 'PCIe Data',
    title: m.admin_figures_selected_pcie,
    kind: 'copied',
    copy: m.admin_figures_selected_copy_pcie,
    text: ({ pcie_data }) => (pcie_data ? JSON.stringify(pcie_data) : null),
  },
];
