import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { api, failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { ClipAnswer } from '../../../modules/stream/contract/rewind-schemas.ts';
import { newId } from '../../browser/new-id.ts';
import { clockText } from '../../ui/clock-text.ts';
import { PauseIcon, PlayIcon, ScissorsIcon, SkipIcon } from '../../ui/icons.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import type { StreamController } from '../controller.ts';
import type { StreamState } from '../machine.ts';
import { BranchDialog } from './branch-dialog.tsx';
import { usePast } from './use-past.ts';

const STEP_MS = 5_000;
const LONG_STEP_MS = 30_000;
/** Moments this close to now are live. */
const LIVE_MS = 1_500;
/** A longer dream shows its last minutes. */
const SHOWN_MS = 10 * 60_000;
const NOTE_MS = 8_000;

export interface RewindProps {
  state: StreamState;
  controller: StreamController;
  /** can watch the past, but has no dreams to keep */
  guest: boolean;
  /** next to the way back */
  children?: ReactNode;
}

/** The way back in a live dream: a scrubber over its last minutes, clips, and branches. */
export function Rewind({ state, controller, guest, children }: RewindProps) {
  const { sessionId, rewound } = state;
  const past = usePast(sessionId, state.receipts.filter(({ status }) => status === 'shown').length);
  const [wanted, setWanted] = useState<number | null>(null);
  const [isHeld, setHeld] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const { note, busy, keep } = useClips(sessionId);
  const at = rewound || wanted !== null ? wanted : null;

  useEffect(() => controller.onPast(({ at: shown }) => setWanted(shown)), [controller]);
  useEffect(() => {
    if (!rewound) setWanted(null);
  }, [rewound]);

  const now = past?.now ?? 0;
  const toLive = () => {
    // The buttons of the past go.
    if (row.current?.contains(document.activeElement)) row.current.querySelector('input')?.focus();
    setWanted(null);
    setHeld(false);
    controller.backToLive();
  };
  const look = (to: number, plays: boolean) => {
    if (!past) return;
    if (to >= now - LIVE_MS) return toLive();
    setWanted(Math.max(0, to));
    controller.rewind(Math.max(0, to), plays);
  };
  const step = (by: number) => look((at ?? now) + by, !isHeld);
  const hold = (holds: boolean) => {
    setHeld(holds);
    if (at !== null) controller.rewind(at, !holds);
  };
  const keepHere = () => void keep(at ?? undefined);
  useKeys({
    arrowleft: () => isFree() && step(-STEP_MS),
    arrowright: () => isFree() && step(STEP_MS),
    l: toLive,
    k: () => !guest && keepHere(),
    escape: () => at !== null && isFree() && toLive(),
  });
  if (!past && !children) return null;
  const from = Math.max(0, now - SHOWN_MS);
  return (
    <div className="rewind" data-rewound={at !== null}>
      <div ref={row} className="rewind-row" dir="ltr">
        {at !== null && (
          <button
            type="button"
            className="icon-button"
            aria-label={isHeld ? m.stream_rewind_play() : m.stream_rewind_pause()}
            title={isHeld ? m.stream_rewind_play() : m.stream_rewind_pause()}
            onClick={() => hold(!isHeld)}
          >
            {isHeld ? <PlayIcon /> : <PauseIcon />}
          </button>
        )}
        {past && (
          <Track
            {...{ from, now, at, marks: past.prompts }}
            onMove={(to) => look(to, false)}
            onDone={() => at !== null && !isHeld && controller.rewind(at, true)}
            onStep={step}
            onLive={toLive}
          />
        )}
        {past && <LiveButton at={at} now={now} onLive={toLive} />}
        {past && !guest && (
          <button
            type="button"
            className="button button-quiet rewind-keep"
            title={at === null ? m.stream_rewind_keep_last() : m.stream_rewind_keep_here()}
            disabled={busy}
            onClick={keepHere}
          >
            <ScissorsIcon />
            <span>{m.stream_rewind_keep()}</span>
          </button>
        )}
        {at !== null && past?.branches && !guest && (
          <button
            type="button"
            className="button button-quiet rewind-branch"
            onClick={() => {
              hold(true);
              dialog.current?.showModal();
            }}
          >
            <SkipIcon />
            {m.stream_rewind_branch()}
          </button>
        )}
        {children}
      </div>
      <p className="rewind-note" role="status">
        {note}
      </p>
      <Announcement isPast={at !== null} ago={at === null ? 0 : now - at} />
      <BranchDialog dialog={dialog} sessionId={sessionId} controller={controller} />
    </div>
  );
}

/** Arrow keys belong to the picture while it can be moved, and Escape to whatever is open. */
const isFree = () =>
  document.activeElement?.tagName !== 'CANVAS' &&
  document.querySelector('dialog[open], .settings-panel[data-open="true"], :popover-open') === null;

const LIVE_KEYS = ['End', 'l', 'L', 'Escape'];

/** Ms by which a key moves the scrubber; null for other keys. */
function stepOf(key: string): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return -STEP_MS;
    case 'ArrowRight':
    case 'ArrowUp':
      return STEP_MS;
    case 'PageDown':
      return -LONG_STEP_MS;
    case 'PageUp':
      return LONG_STEP_MS;
    default:
      return null;
  }
}

interface TrackProps {
  from: number;
  now: number;
  at: number | null;
  marks: { at: number; text: string }[];
  onMove: (to: number) => void;
  onDone: () => void;
  onStep: (by: number) => void;
  onLive: () => void;
}

function Track({ from, now, at, marks, onMove, onDone, onStep, onLive }: TrackProps) {
  const part = (moment: number) =>
    now > from ? Math.min(1, Math.max(0, (moment - from) / (now - from))) : 1;
  // At the end even before there is a past.
  const min = Math.floor(from);
  const max = Math.max(min + 1, Math.ceil(now));
  const value = at ?? max;
  const words = marks.findLast(({ at: mark }) => at !== null && mark <= at)?.text;
  const input = useRef<HTMLInputElement>(null);
  // Browsers limit a value that is set before the new maximum.
  useLayoutEffect(() => {
    if (input.current) input.current.value = String(value);
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = stepOf(event.key);
    if (by !== null) onStep(by);
    else if (event.key === 'Home') onMove(from);
    else if (LIVE_KEYS.includes(event.key)) onLive();
    else return;
    event.preventDefault();
  };
  return (
    <div className="rewind-track" style={{ '--at': part(at ?? now) } as CSSProperties}>
      {marks.map(({ at: mark, text }) => (
        <span
          key={`${mark} ${text}`}
          className="rewind-mark"
          style={{ '--at': part(mark) } as CSSProperties}
          hidden={mark < from}
        />
      ))}
      <input
        ref={input}
        type="range"
        aria-label={m.stream_rewind_label()}
        aria-valuetext={at === null ? m.stream_rewind_live() : momentText(now - at, words)}
        min={min}
        max={max}
        // Steps would keep it from the end of a short dream; keys have their own.
        step="any"
        value={value}
        onChange={({ target }) => onMove(Math.round(target.valueAsNumber))}
        onPointerUp={onDone}
        onKeyDown={onKeyDown}
        onKeyUp={({ key }) => key === 'Home' && onDone()}
      />
    </div>
  );
}

function LiveButton({ at, now, onLive }: Pick<TrackProps, 'at' | 'now' | 'onLive'>) {
  if (at === null)
    return (
      <span className="rewind-live numbers" data-live="true">
        {m.stream_rewind_live()}
      </span>
    );
  return (
    <button type="button" className="button rewind-live" title={m.stream_rewind_back_hint()} onClick={onLive}>
      <span className="numbers" dir="ltr" aria-hidden="true">
        −{clockText((now - at) / 1000)}
      </span>
      {m.stream_rewind_back()}
    </button>
  );
}

/** For screen readers, once each time that past or present is shown. */
function Announcement({ isPast, ago }: { isPast: boolean; ago: number }) {
  const latest = useRef(ago);
  latest.current = ago;
  const [words, setWords] = useState('');
  useEffect(() => {
    if (isPast) setWords(m.stream_rewind_announce_past({ time: clockText(latest.current / 1000) }));
    else setWords((before) => (before === '' ? '' : m.stream_rewind_announce_live()));
  }, [isPast]);
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  );
}

function momentText(ago: number, words: string | undefined): string {
  const time = clockText(ago / 1000);
  return words ? m.stream_rewind_ago_prompt({ time, prompt: words }) : m.stream_rewind_ago({ time });
}

/** Keeps clips; a call that failed is repeated under its own key, so that nothing is kept twice. */
function useClips(sessionId: string | null) {
  const [note, setNote] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef<string | null>(null);
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(() => setNote(null), NOTE_MS);
    return () => clearTimeout(timer);
  }, [note]);
  return {
    note,
    busy,
    async keep(until: number | undefined): Promise<void> {
      if (sessionId === null || busy) return;
      setBusy(true);
      key.current ??= newId();
      try {
        const address = `/api/sessions/${encodeURIComponent(sessionId)}/clips`;
        const { session_id } = await api<ClipAnswer>('POST', address, {
          key: key.current,
          ...(until !== undefined && { until: Math.round(until) }),
        });
        key.current = null;
        const link = (words: ReactNode) => (
          <a href={`/session?session_id=${encodeURIComponent(session_id)}`} target="_blank" rel="noopener">
            {words}
          </a>
        );
        setNote(m.stream_rewind_kept({ link }));
      } catch (error) {
        setNote(failureText(error, m.stream_rewind_keep_failed()));
      }
      setBusy(false);
    },
  };
}
