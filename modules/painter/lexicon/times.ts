import type { Entry } from './entry.ts';

export const times: readonly Entry[] = [
  ['dawn,daybreak', { time: 'dawn' }],
  ['sunrise,sunup', { time: 'dawn', celestial: 'sun' }],
  ['morning,forenoon,early', { time: 'morning' }],
  ['day,daytime,daylight,noon,midday,afternoon', { time: 'day' }],
  ['sunset,sundown', { time: 'sunset', celestial: 'sun' }],
  ['golden hour,magic hour', { time: 'sunset', celestial: 'sun', glow: 0.3 }],
  ['evening', { time: 'sunset' }],
  ['dusk,twilight,gloaming,nightfall,blue hour', { time: 'dusk' }],
  ['night,nighttime,nocturnal,nocturne,tonight', { time: 'night' }],
  ['midnight', { time: 'night', brightness: 0.88 }],
  ['moonlight,moonlit,moonrise,moonbeam', { time: 'night', celestial: 'moon' }],
  ['starlight,starlit', { time: 'night', celestial: 'stars' }],
  [
    'sunlight,sunlit,sunbeam,sunshine,sun ray,ray of light,ray,sun drenched',
    { celestial: 'sun', brightness: 1.05, glow: 0.2 },
  ],
  ['spring,springtime,vernal', { season: 'spring' }],
  ['summer,summertime', { season: 'summer' }],
  ['autumn,fall,autumnal', { season: 'autumn' }],
  ['winter,wintertime', { season: 'winter', snow: 0.35 }],
  ['april,may', { season: 'spring', time: 'morning' }],
  ['june,july,august', { season: 'summer', time: 'day' }],
  ['september,october,november', { season: 'autumn', fog: 0.25 }],
  ['december,january,february,christmas', { season: 'winter', snow: 0.5 }],
  ['halloween', { time: 'night', season: 'autumn', fog: 0.4, swarm: 'bats', celestial: 'moon' }],
];
