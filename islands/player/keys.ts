const STEP = 5;
const LONG_STEP = 10;
const VOLUME_STEP = 0.1;
export const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4] as const;

/** Effects of keys on more than the video's position. */
export interface KeyActions {
  toggle(): void;
  mute(): void;
  fullScreen(): void;
  captions(): void;
}

/**
 * Does what video players usually do on a key.
 * @param onButton the focus is on a button, which Space presses
 * @returns true if the key did something
 */
export function pressKey(
  element: HTMLVideoElement,
  { key, onButton }: { key: string; onButton: boolean },
  actions: KeyActions,
): boolean {
  const seek = (seconds: number) => {
    element.currentTime = Math.max(0, Math.min(element.duration || 0, seconds));
  };
  const loud = (by: number) => {
    element.volume = Math.max(0, Math.min(1, element.volume + by));
    element.muted = element.volume === 0;
  };
  const faster = (by: number) => {
    const at = RATES.findIndex((rate) => rate >= element.playbackRate);
    element.playbackRate = RATES[at + by] ?? element.playbackRate;
  };
  const { currentTime } = element;
  const keys: Record<string, () => void> = {
    k: actions.toggle,
    m: actions.mute,
    f: actions.fullScreen,
    c: actions.captions,
    arrowleft: () => seek(currentTime - STEP),
    arrowright: () => seek(currentTime + STEP),
    arrowup: () => loud(VOLUME_STEP),
    arrowdown: () => loud(-VOLUME_STEP),
    j: () => seek(currentTime - LONG_STEP),
    l: () => seek(currentTime + LONG_STEP),
    home: () => seek(0),
    end: () => seek(element.duration),
    '<': () => faster(-1),
    '>': () => faster(1),
    ...(!onButton && { ' ': actions.toggle }),
  };
  const tenth = /^\d$/.test(key) ? Number(key) / 10 : null;
  const act = tenth === null ? keys[key.toLowerCase()] : () => seek(element.duration * tenth);
  act?.();
  return act !== undefined;
}
