import type { Entry } from './entry.ts';

export const rooms: readonly Entry[] = [
  ['room,living room,interior,indoors,inside a house,cafe,lounge', { realm: 'room' }],
  ['library,bookshelf,bookcase,bookshop', { realm: 'room', subject: 'bookshelf' }],
  ['fireplace,hearth', { realm: 'room', subject: 'fireplace', material: 'fire' }],
  ['bedroom,bed', { realm: 'room', subject: 'bed' }],
  ['kitchen,dining room,table,still life,cup,coffee,tea', { realm: 'room', subject: 'table' }],
];
