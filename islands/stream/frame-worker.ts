import { frameJpeg, readFrameHeader } from '../../modules/stream/frame.ts';
import type { ViewerEvent } from '../../modules/stream/schemas.ts';
import { FpsCounter } from './fps-counter.ts';
import { FrameSlot, type IncomingFrame } from './frame-slot.ts';
import { PulseMeter } from './pulse-meter.ts';
import type { WorkerCommand, WorkerReport } from './worker-messages.ts';

const PULSE_EVERY_MS = 1000;

/**
 * Owns the viewer's socket and the canvas, so that neither decoding nor drawing ever waits for the page, nor the
 * page for them.
 */
let socket: WebSocket | null = null;
let canvas: OffscreenCanvas | null = null;
let pen: OffscreenCanvasRenderingContext2D | null = null;
let anyDrawn = false;
let drewOnThisSocket = false;
const fps = new FpsCounter();
const meter = new PulseMeter();
let pulseTimer: ReturnType<typeof setInterval> | undefined;
/** prompts that are in effect from a frame on which is not drawn yet */
let awaited: { id: string; frameId: number }[] = [];
const slot = new FrameSlot(draw, onFrameDone);

const report = (message: WorkerReport) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<WorkerCommand>) => {
  switch (data.type) {
    case 'canvas':
      canvas = data.canvas;
      pen = canvas.getContext('2d', { alpha: false });
      return;
    case 'open':
      return open(data.url);
    case 'send':
      return socket?.send(data.text);
    case 'close':
      return leave();
  }
};

function open(url: string) {
  leave();
  const own = new WebSocket(url);
  own.binaryType = 'arraybuffer';
  socket = own;
  own.onopen = () => {
    report({ type: 'opened' });
    clearInterval(pulseTimer);
    pulseTimer = setInterval(() => report(meter.read(performanceTime())), PULSE_EVERY_MS);
  };
  own.onmessage = ({ data }) => (typeof data === 'string' ? onText(data) : onBinary(data));
  own.onclose = ({ code }) => {
    if (socket !== own) return;
    socket = null;
    slot.clear();
    clearInterval(pulseTimer);
    meter.reset();
    report({ type: 'fps', data: fps.read(performanceTime()) });
    report({ type: 'closed', code, drew: drewOnThisSocket });
  };
}

/** A socket that we leave says nothing more. */
function leave() {
  const old = socket;
  socket = null;
  awaited = [];
  drewOnThisSocket = false;
  slot.clear();
  clearInterval(pulseTimer);
  meter.reset();
  if (!old) return;
  report({ type: 'fps', data: fps.read(performanceTime()) });
  old.close();
}

function onBinary(message: ArrayBuffer) {
  const bytes = new Uint8Array(message);
  const header = readFrameHeader(bytes);
  if (typeof header === 'string') return console.warn(`A picture was dropped: ${header}.`);
  meter.frameCame(performanceTime());
  slot.offer({ ...header, jpeg: new Blob([frameJpeg(bytes) as BlobPart], { type: 'image/jpeg' }) });
}

function onText(text: string) {
  let event: ViewerEvent;
  try {
    event = JSON.parse(text);
  } catch {
    return console.warn('A message that is not JSON was dropped.');
  }
  if (event.type === 'frame') {
    const binary = atob(event.data.replace(/^data:[^,]*,/, ''));
    const jpeg = new Blob([Uint8Array.from(binary, (char) => char.charCodeAt(0))], { type: 'image/jpeg' });
    meter.frameCame(performanceTime());
    slot.offer({
      frameId: event.frame_id,
      timestamp: event.timestamp,
      requestAck: event.request_ack,
      jpeg,
    });
    return;
  }
  if (event.type === 'prompt_ack' && event.frame_id !== null) {
    awaited.push({ id: event.id, frameId: event.frame_id });
  }
  report({ type: 'event', event });
}

async function draw(frame: IncomingFrame) {
  const bitmap = await createImageBitmap(frame.jpeg);
  if (pen && canvas) pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}

function onFrameDone(frame: IncomingFrame, drawn: boolean) {
  if (frame.requestAck && socket?.readyState === WebSocket.OPEN) {
    socket.send(
      JSON.stringify({
        type: 'ack',
        frame_id: frame.frameId,
        timestamp: Date.now(),
        server_timestamp: frame.timestamp,
      }),
    );
  }
  if (!drawn) return;
  drewOnThisSocket = true;
  const now = performanceTime();
  meter.frameDrawn(now, frame.timestamp);
  if (fps.count(now)) report({ type: 'fps', data: fps.read(now) });
  if (!anyDrawn) {
    anyDrawn = true;
    report({ type: 'first-frame' });
  }
  if (awaited.length === 0) return;
  const shown = awaited.filter(({ frameId }) => frameId <= frame.frameId);
  awaited = awaited.filter(({ frameId }) => frameId > frame.frameId);
  for (const { id } of shown) report({ type: 'prompt-shown', id });
}

/** ms since the epoch on a clock that never jumps. */
function performanceTime(): number {
  return Math.round(performance.timeOrigin + performance.now());
}
