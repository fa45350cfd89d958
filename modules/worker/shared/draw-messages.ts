/** POST /api/draw/ticket: where a browser that draws dials, once and soon */
export interface DrawTicket {
  websocketUrl: string;
}

/** Between the page on which an operator lets a browser draw, and the thread that does it. */
export type DrawCommand =
  /** once, first */
  | { type: 'open'; engine: string; wasm: { mjs: string; wasm: string }; modelBase: string }
  /** which model is meant from now on */
  | { type: 'choose'; model: string }
  | { type: 'download' }
  | { type: 'pause' }
  | { type: 'remove' }
  /** loads the model and measures how fast it draws; `webgpu`, or `wasm` for the processor */
  | { type: 'test'; devices: string[] }
  | { type: 'draw' }
  | { type: 'stop' };

export type DrawReport =
  | { type: 'chosen'; plan: PlanReport }
  | { type: 'downloading'; bytes: number }
  | { type: 'paused'; bytes: number }
  | { type: 'downloaded' }
  | { type: 'removed' }
  | { type: 'trying'; device: string }
  | { type: 'fell-back'; device: string; reason: string }
  | { type: 'tested'; device: string; pictureMs: number }
  | { type: 'connection'; connection: ConnectionState; reason: string | null }
  | { type: 'figures'; figures: DrawFigures }
  /** the last command failed, and why */
  | { type: 'fault'; message: string };

/** Facts of a model, before any of it is fetched. */
export interface PlanReport {
  model: string;
  licence: { name: string; url: string; remark: string };
  /** bytes of all of it, and of what is in this browser */
  bytes: number;
  here: number;
  /** all of it is here, and checked */
  whole: boolean;
}

/** State of the connection to the relay. */
export type ConnectionState = 'off' | 'dialling' | 'waiting' | 'drawing';

export interface DrawFigures {
  /** dreams that were begun here */
  dreams: number;
  /** frames sent in the last second */
  fps: number;
  /** seconds that dreams were drawn for, in all */
  seconds: number;
  /** the model's state, in words; null before it is known */
  note: string | null;
}
