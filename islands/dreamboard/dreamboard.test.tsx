import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import Dreamboard from './dreamboard.tsx';

const first = { sort: 'newest', words: '', narrowing: {}, collections: [], renderedAt: 0 } as const;

test('a board that is still loading shows six placeholders and no controls', () => {
  const html = renderToString(<Dreamboard {...first} initial={null} months={null} />);
  expect(html.match(/class="tile-picture skeleton"/g)).toHaveLength(6);
  expect(html).toContain('aria-busy="true"');
  expect(html).not.toContain('Newest First');
  expect(html).not.toContain('Share your thoughts');
});

test('an empty board has no sort control', () => {
  const initial = { sessions: [], activeSession: null, nextCursor: null };
  const html = renderToString(<Dreamboard {...first} initial={initial} months={[]} />);
  expect(html).toContain('Share your thoughts. See them emerge.');
  expect(html).not.toContain('skeleton');
  expect(html).not.toContain('Newest First');
});
