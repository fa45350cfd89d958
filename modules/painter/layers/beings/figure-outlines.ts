import type { Subject } from '../../spec/scene-spec.ts';

export type Point = readonly [x: number, y: number];

/** A person's or animal's silhouette. */
export interface Figure {
  /** closed outline in a 100×100 box, feet at y = 98, facing right */
  outline: readonly Point[];
  /** additional strokes: far legs, antlers, tails */
  strokes: readonly { width: number; points: readonly Point[] }[];
  /** height in pixels at its usual distance */
  size: number;
}

/** Traced by hand with few points, which are smoothed when painted. */
export const FIGURES: Partial<Record<Subject, Figure>> = {
  deer: {
    outline: [
      [22, 50],
      [20, 60],
      [24, 72],
      [22, 98],
      [25, 98],
      [30, 76],
      [34, 65],
      [50, 65],
      [56, 74],
      [58, 98],
      [61, 98],
      [62, 72],
      [66, 58],
      [71, 44],
      [75, 34],
      [83, 34],
      [90, 31],
      [84, 25],
      [78, 22],
      [72, 22],
      [69, 29],
      [65, 38],
      [57, 43],
      [40, 43],
      [28, 45],
    ],
    strokes: [
      {
        width: 2.6,
        points: [
          [33, 64],
          [37, 80],
          [35, 98],
        ],
      },
      {
        width: 2.6,
        points: [
          [53, 64],
          [50, 82],
          [52, 98],
        ],
      },
      {
        width: 1.6,
        points: [
          [74, 22],
          [68, 10],
          [60, 3],
        ],
      },
      {
        width: 1.4,
        points: [
          [69, 12],
          [72, 2],
        ],
      },
      {
        width: 1.6,
        points: [
          [77, 22],
          [84, 10],
          [92, 4],
        ],
      },
      {
        width: 1.4,
        points: [
          [82, 13],
          [79, 3],
        ],
      },
      {
        width: 2,
        points: [
          [72, 24],
          [66, 22],
        ],
      },
    ],
    size: 190,
  },
  elephant: {
    outline: [
      [13, 48],
      [10, 66],
      [14, 98],
      [25, 98],
      [27, 78],
      [44, 78],
      [46, 98],
      [57, 98],
      [60, 76],
      [66, 64],
      [73, 70],
      [76, 84],
      [73, 95],
      [79, 97],
      [83, 84],
      [82, 64],
      [83, 50],
      [77, 38],
      [67, 33],
      [56, 29],
      [36, 27],
      [20, 33],
    ],
    strokes: [
      {
        width: 9,
        points: [
          [32, 74],
          [33, 97],
        ],
      },
      {
        width: 9,
        points: [
          [52, 74],
          [52, 97],
        ],
      },
      {
        width: 2,
        points: [
          [13, 48],
          [8, 62],
          [9, 70],
        ],
      },
      {
        width: 2.6,
        points: [
          [76, 62],
          [84, 70],
          [92, 68],
        ],
      },
    ],
    size: 250,
  },
};
