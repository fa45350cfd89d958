import type { FileFaultFacts, FileFaultKind } from './model-files/file-fault.ts';
import type { Licence } from './presets.ts';

/** Response of POST /api/draw/ticket: a short-lived URL that a browser worker may dial once */
export interface DrawTicket {
  websocketUrl: string;
}

/** Messages between the /draw page and the thread that does the work. */
export type DrawCommand =
  /** sent once, before all others */
  | { type: 'open'; engine: string; wasm: { mjs: string; wasm: string }; modelBase: string }
  /** selects the model for all later commands */
  | { type: 'choose'; model: string }
  | { type: 'download' }
  | { type: 'pause' }
  | { type: 'remove' }
  /** loads the model and measures its speed; `webgpu`, or `wasm` for the CPU */
  | { type: 'test'; devices: string[] }
  | { type: 'draw' }
  | { type: 'stop' };

export type ThreadReport =
  | Exclude<DrawReport, { type: 'connection' | 'fault' }>
  | { type: 'connection'; connection: ConnectionState; reason: DrawReason | null }
  | { type: 'fault'; fault: DrawFault };

/** A failed command. Threads have no texts, so the page words it (`fault-texts.ts`). */
export type DrawFault =
  | { code: 'no-model' | 'not-loaded' | 'pixels' }
  | { code: 'name'; model: string }
  | { code: 'file'; kind: FileFaultKind; facts: FileFaultFacts }
  | { code: 'layout'; model: string; missing: readonly string[] }
  /** technical details in English */
  | { code: 'other'; message: string };

/** Reason for the connection's state; a text comes from the server. */
export type DrawReason = { code: 'lost' | 'refused' | 'unreachable' } | { text: string };

/** The thread's reports, with texts for people. */
export type DrawReport =
  | { type: 'chosen'; plan: PlanReport }
  | { type: 'downloading'; bytes: number }
  | { type: 'paused'; bytes: number }
  | { type: 'downloaded' }
  | { type: 'removed' }
  | { type: 'trying'; device: string }
  | { type: 'fell-back'; device: string; reason: string }
  | { type: 'tested'; device: string; imageMs: number }
  | { type: 'connection'; connection: ConnectionState; reason: string | null }
  | { type: 'figures'; figures: DrawFigures }
  /** the last command failed */
  | { type: 'fault'; message: string };

/** Facts about a model that are known before the download. */
export interface PlanReport {
  model: string;
  licence: Licence;
  /** total bytes, and bytes already in this browser */
  bytes: number;
  here: number;
  /** completely downloaded and verified */
  whole: boolean;
}

export type ConnectionState = 'off' | 'dialling' | 'waiting' | 'drawing';

export interface DrawFigures {
  /** dreams started in this tab */
  dreams: number;
  /** frames sent in the last second */
  fps: number;
  /** total duration of all dreams, in seconds */
  seconds: number;
  /** the model's state in words; null until known */
  note: string | null;
}
