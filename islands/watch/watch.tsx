import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../modules/protocol/format.ts';
import type { WatchAnswer } from '../../modules/stream/contract/schemas.ts';
import { FlyingReactions } from '../stream/audience/reactions.tsx';
import { startWorker } from '../stream/frames/start-worker.ts';
import { useImmersion } from '../stream/screen/use-immersion.ts';
import { ExpandIcon, PeopleIcon, ShrinkIcon } from '../ui/icons.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { useLater } from '../ui/use-later.ts';
import { TakePart } from './take-part.tsx';
import { Transcript } from './transcript.tsx';
import { WatchController } from './watch-controller.ts';
import { WatchPlace } from './watch-place.tsx';
import { firstState, type WatchState } from './watch-state.ts';

export interface WatchProps {
  watchId: string;
  /** the picture alone, on a transparent page */
  clean: boolean;
  first: WatchAnswer;
  /** first name of the dreamer, if they show it */
  dreamer: string | null;
  /** first name of the person who watches; null for a guest */
  name: string | null;
  /** on screen when the page was rendered */
  prompt: string | null;
  madeBy: string;
}

const loadSound = () => import('../stream/sound/sound.tsx');
const loadControls = () => import('./player-controls.tsx');
const nothing = () => () => {};

/** A live dream, as one of its audience sees it. */
export default function Watch(props: WatchProps) {
  const { clean, dreamer, name, madeBy } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const { state, controller } = useWatch(canvas, props);
  const { immersed, toggle } = useImmersion(page);
  const isPlayer = state.role === 'player';
  const PlayerControls = useLater(isPlayer && state.controls.declared.length > 0, loadControls);
  const isLive = state.place === 'live';
  const Sound = useLater(isLive && state.caption !== null, loadSound);
  useKeys({ f: toggle });
  const current = state.prompts.findLast(({ shown }) => shown);
  const title = dreamer === null ? m.stream_watch_title() : m.stream_watch_title_of({ name: dreamer });
  const takesPart = state.open && (state.place === 'live' || state.place === 'waiting');
  return (
    <div ref={page} className="watch" data-clean={clean} data-immersed={immersed}>
      <div className="watch-stage" data-has-frame={state.hasFrame} data-blurred={state.blurred !== null}>
        <canvas
          ref={canvas}
          width={FRAME_WIDTH}
          height={FRAME_HEIGHT}
          role="img"
          aria-label={m.stream_watch_canvas()}
        />
        {Sound && isLive && controller && (
          <Sound {...{ controller, clean }} caption={state.caption ?? ''} shortcut="m" />
        )}
        {!clean && (
          <>
            <FlyingReactions reactions={state.reactions} />
            <WatchPlace state={state} watchId={props.watchId} />
            <div className="watch-top">
              {state.hasFrame && state.place === 'live' && (
                <p className="chip live-mark" data-live={!state.stopped}>
                  <span className="live-dot" aria-hidden="true" />
                  {state.stopped ? m.stream_live_mark_stopped() : m.stream_live_mark_live()}
                </p>
              )}
              <p className="chip source-mark">
                {state.camera ? `${madeBy} · ${m.dreams_made_from_camera()}` : madeBy}
              </p>
              {state.open && (
                <p className="chip watch-count numbers">
                  <PeopleIcon />
                  {m.stream_watch_count({ count: state.watching })}
                </p>
              )}
            </div>
            <button
              type="button"
              className="icon-button watch-full"
              aria-label={
                immersed ? m.stream_action_leave_fullscreen_label() : m.stream_action_fullscreen_label()
              }
              title={immersed ? m.stream_action_leave_fullscreen() : m.stream_action_fullscreen()}
              onClick={toggle}
            >
              {immersed ? <ShrinkIcon /> : <ExpandIcon />}
            </button>
          </>
        )}
      </div>
      {!clean && (
        <div className="watch-words">
          <h1>{title}</h1>
          {state.images && <p className="watch-as">{m.stream_watch_images()}</p>}
          {current && (
            <p className="watch-prompt" dir="auto">
              {current.text}
            </p>
          )}
          {takesPart && controller && <TakePart state={state} controller={controller} name={name} />}
          {PlayerControls && isPlayer && takesPart && controller && (
            <PlayerControls
              state={state}
              onTurn={(name, value) => controller.send({ type: 'control', name, value })}
            />
          )}
          {state.prompts.length > 0 && <Transcript prompts={state.prompts} />}
        </div>
      )}
    </div>
  );
}

/** Connects the page's canvas to the dream for as long as the page is open. */
function useWatch(
  canvas: RefObject<HTMLCanvasElement | null>,
  { watchId, first, prompt }: WatchProps,
): { state: WatchState; controller: WatchController | null } {
  const [initial] = useState(() => firstState(first, prompt));
  const [controller, setController] = useState<WatchController | null>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const worker = startWorker(element);
    const running = new WatchController(watchId, initial, worker);
    setController(running);
    running.start();
    const leave = () => running.stop();
    // A page restored from the back-forward cache has lost its socket, and a canvas can be transferred only once.
    const comeBack = (event: PageTransitionEvent) => event.persisted && location.reload();
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      running.stop();
      worker.terminate();
    };
  }, [canvas, watchId, initial]);
  const state = useSyncExternalStore(
    controller?.subscribe ?? nothing,
    controller?.getState ?? (() => initial),
    () => initial,
  );
  return { state, controller };
}
