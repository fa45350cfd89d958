import { m } from '../../../kit/texts/m.ts';
import { EngineFault, type EnginePrompt } from '../kit/adapter.ts';
import { isOutOfMemory, outOfMemory } from '../kit/call-engine.ts';
import { openConnection } from '../kit/open-connection.ts';
import {
  END_PROJECT,
  LEAVE,
  type Project,
  pauseMessage,
  projectMessage,
  promptMessage,
  readServerMessage,
  type ServerMessage,
  sessionMessage,
} from './messages.ts';

export interface LinkEvents {
  /** a segment's bytes follow; it was made from this prompt, or from one that the engine wrote itself */
  segment(prompt: EnginePrompt | null): void;
  bytes(bytes: Buffer): void;
  segmentComplete(): void;
  /** number of sessions ahead; 0 once this one has a GPU */
  queued(position: number): void;
  alive(): void;
  /** its state may have changed: see `waitsFor` */
  changed(): void;
  /** the project has ended, and another one may start */
  projectEnded(): void;
  /** the server ends the session */
  timedOut(): void;
  /** the server's safety filter rejects the prompt that was asked for last */
  rejected(reason: string): void;
  failed(fault: EngineFault): void;
}

export interface LinkStart extends Omit<Project, 'prompt'> {
  first: EnginePrompt;
}

/** One session on the server. It lasts five minutes, and generates six segments in a row. */
export type Link = ReturnType<typeof openLink>;

const SAFETY_WORDS = /safety|blocked/i;
/** The error that a full project answers a prompt with. */
const FULL_WORDS = /rewrite|new project/i;

export function openLink(label: string, url: string, start: LinkStart, events: LinkEvents) {
  const sent = new Map<string, EnginePrompt>();
  let first = start.first;
  let endsAt: number | null = null;
  let lastsMs = Number.POSITIVE_INFINITY;
  let waits: 'prompt' | 'project' | null = null;
  let asked: string | null = null;
  let prompt: EnginePrompt | null = null;
  let isPaused = false;
  let isOver = false;

  const connection = openConnection({
    label,
    url: `${url}/ws`,
    opened: () => connection.send(sessionMessage(projectOf(start))),
    text(text) {
      const message = readServerMessage(text);
      if (isOver || !message) return;
      events.alive();
      receive(message);
    },
    binary: (bytes) => void (isOver || events.bytes(bytes)),
    failed: (fault) => void (isOver || events.failed(fault)),
  });

  function receive(message: ServerMessage): void {
    switch (message.type) {
      case 'queue_status':
        return void events.queued(message.position);
      case 'gpu_assigned':
        lastsMs = message.session_timeout * 1000;
        endsAt = performance.now() + lastsMs;
        return void events.queued(0);
      case 'segment_prompt_source': {
        const { prompt_id: id, source } = message;
        if (id === asked) asked = null;
        prompt = (id && sent.get(id)) || (source === 'curated' ? first : null);
        return;
      }
      case 'ltx2_segment_start':
      case 'prompt_sources_resumed':
        waits = null;
        return;
      case 'media_init':
        return void events.segment(prompt);
      case 'media_segment_complete':
        return void events.segmentComplete();
      case 'prompt_sources_blocked':
      case 'auto_prompt_failed':
        waits = 'prompt';
        return void events.changed();
      case 'ltx2_stream_complete':
        waits = 'project';
        return void events.changed();
      case 'ltx2_segment_complete':
        return void events.changed();
      case 'project_idle':
        return void events.projectEnded();
      case 'session_timeout':
        return void events.timedOut();
      case 'error':
        return void handleError(message.message);
    }
  }

  function handleError(message: string): void {
    const reason = message.slice(0, 200);
    if (isOutOfMemory(message)) return void events.failed(outOfMemory(label));
    if (asked && FULL_WORDS.test(message)) {
      [asked, waits] = [null, 'project'];
      return void events.changed();
    }
    if (!SAFETY_WORDS.test(message))
      return void events.failed(new EngineFault(m.worker_engine_reports({ engine: label, reason })));
    if (!asked) return void events.failed(rejection(label, reason));
    [asked, waits] = [null, 'prompt'];
    events.rejected(reason);
  }

  return {
    isGranted: () => endsAt !== null,
    /** a prompt, another project because this one is full, or neither yet */
    waitsFor: () => waits,
    /** a prompt is queued there */
    isAsked: () => asked !== null,
    /** ms until the server ends it, and its whole duration */
    left: () => ({ ms: endsAt === null ? lastsMs : endsAt - performance.now(), of: lastsMs }),
    ask(prompt: EnginePrompt): void {
      asked = `prompt-${sent.size + 1}`;
      sent.set(asked, prompt);
      waits = null;
      connection.send(promptMessage(prompt.text, asked));
    },
    endProject(): void {
      waits = null;
      connection.send(END_PROJECT);
    },
    startProject(next: LinkStart): void {
      first = next.first;
      connection.send(projectMessage(projectOf(next)));
    },
    pause(paused: boolean): void {
      if (paused === isPaused) return;
      isPaused = paused;
      connection.send(pauseMessage(paused));
    },
    isPaused: () => isPaused,
    send: connection.send,
    /** nothing is reported afterwards */
    leave(): Promise<void> {
      isOver = true;
      connection.send(LEAVE);
      return connection.close();
    },
  };
}

const projectOf = ({ first, ...rest }: LinkStart): Project => ({ prompt: first.text, ...rest });

/** Final, because the dream has no other prompt. */
export const rejection = (engine: string, reason: string) =>
  new EngineFault(
    m.worker_engine_rejects_reason({ engine, reason }),
    true,
    m.worker_engine_rejects({ engine }),
  );
