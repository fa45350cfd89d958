import { CODEC, type Codec, isVideo, type VideoCodec } from '../../../modules/protocol/codecs.ts';
import type { ViewerEvent } from '../../../modules/protocol/viewer-messages.ts';
import { type Frame, Live, type Message, Reverie, type Watching } from '../../../public/reverie.js';
import { CameraSender } from '../camera/camera-sender.ts';
import { ConnectionWatch } from '../connection-watch.ts';
import { JobWatch } from '../job-watch.ts';
import { Debounced, judge, type Quality, same, type Verdict } from '../screen/verdict.ts';
import { FpsCounter } from './fps-counter.ts';
import { FrameCanvas } from './frame-canvas.ts';
import { FrameSlot, type IncomingFrame } from './frame-slot.ts';
import { PastPlayer } from './past-player.ts';
import { PulseMeter } from './pulse-meter.ts';
import { readStatus, reportFps } from './status-calls.ts';
import { decodableCodecs, type IncomingVideoFrame, VideoSlot } from './video-slot.ts';
import type { WorkerCommand, WorkerReport } from './worker-messages.ts';

const LOOK_INTERVAL_MS = 1000;
const WATCH_INTERVAL_MS = 500;
/** the close code of a lost connection */
const CONNECTION_IS_DEAD = 1006;
/** while the past plays */
const PAST_INTERVAL_MS = 200;
/** number of checks after which figures are sent even if the verdict hasn't changed */
const FIGURES_EVERY = 5;

/**
 * Owns the viewer's socket and the canvas, so that decoding and drawing never wait for the page or the other way round.
 * Periodic messages are sent and received here too; the page only handles what the user sees.
 */
let live: Live | null = null;
/** the same connection, if this is a watcher */
let watching: Watching | null = null;
/** null for a watcher */
let sessionId: string | null = null;
let anyDrawn = false;
let drewOnThisSocket = false;
const fps = new FpsCounter();
const meter = new PulseMeter();
let debounced = new Debounced();
let lookTimer: ReturnType<typeof setInterval> | undefined;
/** incremented per socket request, so that an abandoned one is never opened */
let openings = 0;
/** the best first */
let videoCodecs: Promise<readonly VideoCodec[]> = Promise.resolve([]);
let watch = new ConnectionWatch(0);
let watchTimer: ReturnType<typeof setInterval> | undefined;
let quality: Quality | null = null;
/** last states sent to the page */
let recorded = true;
let stopped = false;
let reported: { verdict: Verdict; looks: number } | null = null;
/** acknowledged prompts whose frame hasn't been drawn yet */
let awaited: { id: string; frameId: number }[] = [];
/** shows the past in place of the live frames, which are still decoded and acknowledged; null while live */
let past: PastPlayer | null = null;
let pastReportedAt = 0;
const camera = new CameraSender();
const canvas = new FrameCanvas((message, transfer) => self.postMessage(message, { transfer }));
/** receives the sound; null while the person hears none */
let soundPort: MessagePort | null = null;
const slot = new FrameSlot(async (frame) => {
  if (!past?.shown) await canvas.draw(frame, () => !past?.shown);
}, onFrameDone);
const video = new VideoSlot({
  paint: async (decoded) => (past?.shown ? decoded.close() : canvas.paint(decoded)),
  onDone: onFrameDone,
  needsKeyframe: () => sendText({ type: 'keyframe' }),
  gaveUp() {
    videoCodecs = Promise.resolve([]);
    if (watching) watching.options.codecs = [];
    report({ type: 'no-video' });
    sendText({ type: 'codecs', codecs: [CODEC.jpeg] });
  },
});
const job = new JobWatch({
  read: async () => (sessionId === null ? null : readStatus(sessionId)),
  report: (reported) => report({ type: 'job', ...reported }),
  now: () => performance.now(),
});

const report = (message: WorkerReport) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<WorkerCommand>) => {
  switch (data.type) {
    case 'canvas':
      canvas.take(data.canvas, data.mayCopy);
      videoCodecs = data.mayVideo && canvas.drawsHere ? decodableCodecs() : Promise.resolve([]);
      void videoCodecs.then(video.prepare);
      return;
    case 'drawn':
      return canvas.pageHasDrawn();
    case 'open':
      sessionId = data.sessionId;
      job.start();
      void open(data.url);
      return;
    case 'watch':
      return void startWatching(data);
    case 'send':
      return live?.socket?.send(data.text);
    case 'camera':
      return void camera.send(live?.socket ?? null, data);
    case 'sound':
      soundPort?.close();
      soundPort = data.port;
      if (watching) watching.options.sound = soundPort !== null;
      return sendText({ type: 'sound', on: soundPort !== null });
    case 'past':
      return look(data.at, data.plays);
    case 'live':
      past?.close();
      past = null;
      return;
    case 'still':
      return void reportStill();
    case 'close':
      return leave();
    case 'end':
      job.stop();
      past?.close();
      past = null;
      return leave();
  }
};

async function open(url: string) {
  leave();
  const asked = openings;
  const codecs = await offeredCodecs();
  if (asked !== openings) return;
  live = follow(new Live({ acknowledges: false }));
  live.open(url, { codecs, sound: soundPort !== null });
}

/** Connects again by itself, until its link has nothing more to give. */
async function startWatching({ watchId, language, again }: Extract<WorkerCommand, { type: 'watch' }>) {
  const asked = openings;
  const codecs = await offeredCodecs();
  if (asked !== openings) return;
  const options = { codecs, sound: soundPort !== null, again, acknowledges: false };
  watching = new Reverie({ url: self.location.origin, language }).watch(watchId, options);
  watching.on('place', (place) => report({ type: 'place', place }));
  live = follow(watching);
}

/** JPEG alone needs no mention. */
async function offeredCodecs(): Promise<Codec[]> {
  const codecs = await videoCodecs;
  return codecs.length > 0 ? [...codecs, CODEC.jpeg] : [];
}

function follow<L extends Live>(followed: L): L {
  followed.on('open', async () => {
    report({ type: 'opened' });
    soundPort?.postMessage('restart');
    clearInterval(lookTimer);
    lookTimer = setInterval(judgeConnection, LOOK_INTERVAL_MS);
    watch = new ConnectionWatch(performanceTime());
    clearInterval(watchTimer);
    watchTimer = setInterval(watchConnection, WATCH_INTERVAL_MS);
    video.prepare(await videoCodecs);
  });
  followed.on('frame', onFrame);
  followed.on('sound', (message) => {
    watch.heard(performanceTime());
    soundPort?.postMessage(message, [message]);
  });
  followed.on('message', onMessage);
  followed.on('lost', ({ code }) => {
    report({ type: 'closed', code, drew: drewOnThisSocket });
    reset();
  });
  return followed;
}

/** Closes the socket and ignores whatever it still delivers. */
function leave() {
  openings += 1;
  const left = live;
  live = null;
  watching = null;
  left?.close();
  reset();
}

function reset() {
  awaited = [];
  drewOnThisSocket = false;
  slot.clear();
  video.clear();
  resetConnection();
  sendFps();
}

function sendFps() {
  const data = fps.read(performanceTime());
  if (sessionId !== null && Object.keys(data).length > 0) reportFps(sessionId, data);
}

function resetConnection() {
  clearInterval(lookTimer);
  clearInterval(watchTimer);
  reportStopped(false);
  meter.reset();
  debounced = new Debounced();
  quality = null;
  reported = null;
}

/** A connection can die silently; a frozen frame must not look live. */
function watchConnection() {
  const { stopped, dead } = watch.look(performanceTime());
  if (dead) return live?.lose(CONNECTION_IS_DEAD);
  reportStopped(stopped && anyDrawn);
}

/** Reports only changes, since every report makes the page render. */
function judgeConnection() {
  const pulse = meter.read(performanceTime());
  const verdict = debounced.look(judge(pulse, quality));
  if (pulse.age === null) return;
  if (reported && same(reported.verdict, verdict) && ++reported.looks < FIGURES_EVERY) return;
  reported = { verdict, looks: 0 };
  report({ type: 'line', ...verdict, drawn: pulse.drawn, age: pulse.age });
}

function onFrame({ id, at, codec, key, asksForAck, data: bytes }: Frame) {
  const now = performanceTime();
  watch.heard(now);
  meter.frameCame(now, id);
  const frame = { id, at, requestAck: asksForAck, bytes };
  if (isVideo(codec)) video.offer({ ...frame, key, codec });
  else slot.offer(frame);
}

function onMessage(message: Message) {
  watch.heard(performanceTime());
  const event = message as ViewerEvent;
  if (event.type === 'frame') {
    const binary = atob(event.data.replace(/^data:[^,]*,/, ''));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    meter.frameCame(performanceTime(), event.frame_id);
    slot.offer({
      id: event.frame_id,
      at: event.timestamp,
      requestAck: event.request_ack,
      bytes,
    });
    return;
  }
  if (event.type === 'quality') {
    quality = event;
    return;
  }
  if (event.type === 'status') {
    reportRecording(event.recording !== false);
    return job.hear(event);
  }
  if (event.type === 'prompt_ack' && event.frame_id !== null) {
    awaited.push({ id: event.id, frameId: event.frame_id });
  }
  report({ type: 'event', event });
}

function reportRecording(recording: boolean) {
  if (recording !== recorded) report({ type: 'recording', recording });
  recorded = recording;
}

function reportStopped(now: boolean) {
  if (now !== stopped) report({ type: 'stopped', stopped: now });
  stopped = now;
}

function look(at: number, plays: boolean) {
  if (sessionId === null) return;
  past ??= new PastPlayer(sessionId, {
    drawImage: (frame) => canvas.draw(frame),
    paint: (decoded) => canvas.paint(decoded),
    onShown(frame) {
      const now = performance.now();
      if (now - pastReportedAt < PAST_INTERVAL_MS && !past?.isHeld) return;
      pastReportedAt = now;
      report({ type: 'past', at: frame.at });
    },
    onEnd(why) {
      past = null;
      report({ type: 'past-end', why });
    },
  });
  past.seek(at, plays);
}

/** A JPEG is given as it was recorded; video as it was drawn. */
async function reportStill() {
  const shown = past?.shown;
  if (!shown) return;
  const drawn = isVideo(shown.codec) ? await canvas.still() : new Blob([shown.bytes]);
  const image = drawn ? base64Of(new Uint8Array(await drawn.arrayBuffer())) : null;
  report({ type: 'still', at: shown.at, frame: shown.id, image });
}

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

function sendText(message: Message) {
  if (live?.socket?.readyState === WebSocket.OPEN) live.send(message);
}

function onFrameDone(frame: IncomingFrame | IncomingVideoFrame, drawn: boolean) {
  const { id, at, requestAck: asksForAck } = frame;
  live?.acknowledge({ id, at, asksForAck, codec: 'codec' in frame ? frame.codec : CODEC.jpeg });
  if (!drawn) return;
  drewOnThisSocket = true;
  const now = performanceTime();
  watch.drew(now);
  reportStopped(false);
  meter.frameDrawn(now, frame.at, frame.id);
  soundPort?.postMessage({ at: frame.at, wall: now });
  if (fps.count(now)) sendFps();
  if (!anyDrawn) {
    anyDrawn = true;
    report({ type: 'first-frame' });
  }
  if (awaited.length === 0) return;
  const shown = awaited.filter(({ frameId }) => frameId <= frame.id);
  awaited = awaited.filter(({ frameId }) => frameId > frame.id);
  for (const { id } of shown) report({ type: 'prompt-shown', id });
}

/** Monotonic, in ms since the epoch. */
function performanceTime(): number {
  return Math.round(performance.timeOrigin + performance.now());
}
