import type { ReactNode } from 'react';
import { formatNumber } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { clockText } from '../ui/clock-text.ts';
import { ExpandIcon, PauseIcon, PlayIcon, ShrinkIcon } from '../ui/icons.tsx';
import { CaptionsIcon, FloatIcon, LoopIcon, MutedIcon, SoundIcon } from './icons.tsx';
import { RATES } from './keys.ts';
import type { useCaptions } from './use-captions.ts';
import type { useScreens } from './use-screens.ts';
import type { VideoState } from './use-video.ts';

interface ControlsProps {
  state: VideoState;
  captions: ReturnType<typeof useCaptions>;
  screens: ReturnType<typeof useScreens>;
  loop: boolean;
  onLoop: () => void;
  onToggle: () => void;
  onMute: () => void;
  onVolume: (volume: number) => void;
  onRate: (rate: number) => void;
}

/** The row of buttons below the film strip. */
export function Controls(props: ControlsProps) {
  const { state, captions, screens, loop, onLoop, onToggle, onMute, onVolume, onRate } = props;
  const { playing, time, duration, muted, volume, rate, hasSound } = state;
  return (
    <div className="player-row">
      <ControlButton
        label={playing ? m.dreams_player_pause() : m.dreams_player_play()}
        shortcut="k"
        onPress={onToggle}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </ControlButton>
      <p className="player-time numbers">
        {m.dreams_player_time({ time: clockText(time), length: clockText(duration) })}
      </p>
      {hasSound && (
        <ControlButton label={m.dreams_player_mute()} shortcut="m" isOn={muted} onPress={onMute}>
          {muted ? <MutedIcon /> : <SoundIcon />}
        </ControlButton>
      )}
      {hasSound && (
        <input
          type="range"
          className="player-volume"
          aria-label={m.dreams_player_volume()}
          min={0}
          max={1}
          step={0.05}
          value={muted ? 0 : volume}
          onChange={({ target }) => onVolume(Number(target.value))}
        />
      )}
      <ControlButton
        label={m.dreams_player_captions()}
        shortcut="c"
        isOn={captions.on}
        onPress={captions.toggle}
      >
        <CaptionsIcon />
      </ControlButton>
      <label className="player-speed" title={m.dreams_player_speed_hint()}>
        <span className="visually-hidden">{m.dreams_player_speed()}</span>
        <select className="numbers" value={rate} onChange={({ target }) => onRate(Number(target.value))}>
          {RATES.map((value) => (
            <option key={value} value={value}>
              {m.dreams_player_rate({ rate: formatNumber(value) })}
            </option>
          ))}
        </select>
      </label>
      <ControlButton label={m.dreams_player_loop()} isOn={loop} onPress={onLoop}>
        <LoopIcon />
      </ControlButton>
      {screens.mayFloat && (
        <ControlButton
          label={m.dreams_player_float()}
          isOn={screens.inPicture}
          className="player-float"
          onPress={screens.toggleFloat}
        >
          <FloatIcon />
        </ControlButton>
      )}
      <ControlButton
        label={screens.full ? m.dreams_player_leave_full() : m.dreams_player_full()}
        shortcut="f"
        onPress={screens.toggleFull}
      >
        {screens.full ? <ShrinkIcon /> : <ExpandIcon />}
      </ControlButton>
    </div>
  );
}

interface ControlButtonProps {
  label: string;
  shortcut?: string;
  /** For switches. */
  isOn?: boolean;
  className?: string;
  onPress: () => void;
  children: ReactNode;
}

function ControlButton({ label, shortcut, isOn, className = '', onPress, children }: ControlButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={label}
      aria-pressed={isOn}
      aria-keyshortcuts={shortcut}
      title={shortcut ? m.dreams_session_shortcut({ label, key: shortcut }) : label}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
