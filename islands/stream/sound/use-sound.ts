import { useEffect, useRef, useState } from 'react';
import type { JitterBuffer } from './jitter-buffer.ts';
import { keepChoice, readChoice, type SoundChoice } from './sound-choice.ts';
import { openSound, type SoundOutput } from './sound-output.ts';

export interface Hearing {
  /** Has sound sent to this port; null ends it. */
  hear(port: MessagePort | null): void;
}

interface Sound {
  choice: SoundChoice;
  /** switched on, but the browser requires a press or another app has interrupted it */
  blocked: boolean;
  failed: boolean;
  figures: JitterBuffer['figures'] | null;
}

/**
 * The dream's sound on this page: off until the person presses, then as they chose last time.
 * @param silent for the moment, for example while the past is shown
 * @param always plays without a choice, as far as the browser allows
 */
export function useSound({ hear }: Hearing, silent: boolean, always: boolean) {
  const [sound, setSound] = useState<Sound>(() => ({
    choice: { ...readChoice(), ...(always && { on: true, volume: 1 }) },
    blocked: false,
    failed: false,
    figures: null,
  }));
  const change = (more: Partial<Sound>) => setSound((before) => ({ ...before, ...more }));
  const output = useRef<SoundOutput | null>(null);
  /** incremented by each start and stop, so that an output that opens too late is closed */
  const turn = useRef(0);
  const volume = silent ? 0 : sound.choice.volume;
  const latest = useRef(volume);
  latest.current = volume;

  function stop() {
    turn.current += 1;
    output.current?.close();
    output.current = null;
  }

  async function start() {
    stop();
    const ownTurn = turn.current;
    change({ failed: false });
    try {
      const opened = await openSound({
        volume: latest.current,
        onPort: hear,
        onBlocked: (blocked) => ownTurn === turn.current && change({ blocked }),
        onReport: (figures) => ownTurn === turn.current && change({ figures }),
      });
      if (ownTurn !== turn.current) return opened.close();
      output.current = opened;
      opened.setVolume(latest.current);
    } catch (error) {
      console.warn('The sound could not be opened.', error);
      if (ownTurn === turn.current) change({ failed: true });
    }
  }

  function choose(more: Partial<SoundChoice>) {
    const choice = { ...sound.choice, ...more };
    change({ choice, blocked: false });
    if (!always) keepChoice(choice);
    return choice;
  }

  const first = useRef({ start, stop, on: sound.choice.on });
  useEffect(() => {
    const { start, stop, on } = first.current;
    if (on) void start();
    return stop;
  }, []);
  useEffect(() => output.current?.setVolume(volume), [volume]);

  return {
    ...sound,
    choose,
    toggle() {
      const { on } = sound.choice;
      if (on && sound.blocked) return output.current?.resume();
      if (on && sound.failed) return void start();
      choose({ on: !on });
      if (on) stop();
      else void start();
    },
  };
}
