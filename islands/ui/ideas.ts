import { m } from '../../modules/kit/texts/m.ts';

/** Ideas for a first prompt, each with an image of it by the painter, in public/. A tap sends `words`, in a language that the painter reads. */
export const IDEAS = [
  {
    label: m.stream_suggestion_cathedral,
    words: m.stream_suggestion_cathedral_words,
    image: '/dream-cathedral.webp',
  },
  { label: m.stream_suggestion_boat, words: m.stream_suggestion_boat_words, image: '/dream-boat.webp' },
  { label: m.stream_suggestion_snow, words: m.stream_suggestion_snow_words, image: '/dream-snow.webp' },
];
