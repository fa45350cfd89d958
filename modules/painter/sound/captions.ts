import { m } from '../../kit/texts/m.ts';
import type { VoiceName } from './voices.ts';

/** Maximum sounds in a caption; nobody would read more. */
const MAX_NAMED = 4;

/** Each voice's name in plain words. */
const NAMES: Readonly<Record<VoiceName, () => string>> = {
  sea: m.painter_sound_waves,
  lapping: m.painter_sound_lapping,
  stream: m.painter_sound_stream,
  waterfall: m.painter_sound_waterfall,
  underwater: m.painter_sound_bubbles,
  cave: m.painter_sound_drips,
  rain: m.painter_sound_rain,
  windowRain: m.painter_sound_rain,
  wind: m.painter_sound_wind,
  leaves: m.painter_sound_leaves,
  snow: m.painter_sound_snow,
  thunder: m.painter_sound_thunder,
  crickets: m.painter_sound_crickets,
  birds: m.painter_sound_birds,
  jungleBirds: m.painter_sound_birds,
  insects: m.painter_sound_insects,
  frogs: m.painter_sound_frogs,
  gulls: m.painter_sound_gulls,
  owl: m.painter_sound_owl,
  wolf: m.painter_sound_wolf,
  whale: m.painter_sound_whale,
  dog: m.painter_sound_dog,
  cat: m.painter_sound_cat,
  elephant: m.painter_sound_elephant,
  growl: m.painter_sound_growl,
  hooves: m.painter_sound_hooves,
  fire: m.painter_sound_fire,
  lava: m.painter_sound_rumble,
  fireworks: m.painter_sound_fireworks,
  city: m.painter_sound_traffic,
  road: m.painter_sound_cars,
  crowd: m.painter_sound_voices,
  bell: m.painter_sound_bell,
  room: m.painter_sound_clock,
  train: m.painter_sound_train,
  car: m.painter_sound_engine,
  plane: m.painter_sound_engine,
  rocket: m.painter_sound_engine,
  space: m.painter_sound_hum,
  tones: m.painter_sound_tones,
  hall: m.painter_sound_organ,
  chimes: m.painter_sound_chimes,
};

/** Names what is heard, such as “rain, wind”. */
export const captionOf = (voices: readonly VoiceName[]): string =>
  [...new Set(voices.map((voice) => NAMES[voice]()))].slice(0, MAX_NAMED).join(', ');
