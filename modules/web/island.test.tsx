import { describe, expect, test } from 'vitest';
import { Island, renderWithIslands } from './island.tsx';

const board = {
  initial: null,
  sort: 'newest',
  months: null,
  words: '',
  narrowing: {},
  collections: [],
  renderedAt: 0,
} as const;

describe('a page with an island', () => {
  test('contains its HTML, its props once and the status that tests wait for', async () => {
    const { html, islands } = await renderWithIslands(
      <main>
        <Island name="dreamboard" props={board} />
      </main>,
    );
    expect(html).toContain('data-island="dreamboard"');
    expect(html).toContain('data-status="identified"');
    expect(html).toContain('Dreamboard</h1>');
    expect(html.split('"renderedAt":0')).toHaveLength(2);
    expect(html).not.toContain('<!--');
    expect(islands).toEqual([{ name: 'dreamboard', priority: 'immediate' }]);
  });

  test('can’t be fooled by text that looks like a marker', async () => {
    const { html } = await renderWithIslands(
      <main>
        <p>{'<!--i0--> $& $1'}</p>
        <Island name="dreamboard" props={board} />
      </main>,
    );
    expect(html).toContain('&lt;!--i0--&gt; $&amp; $1');
    expect(html.split('Dreamboard</h1>')).toHaveLength(2);
  });

  test('is rendered concurrently with others without mixing their islands', async () => {
    const plain = renderWithIslands(<p>plain</p>);
    const withIsland = renderWithIslands(<Island name="dreamboard" props={board} />);
    expect((await plain).islands).toEqual([]);
    expect((await withIsland).islands).toHaveLength(1);
  });
});

test('an unknown island throws an error that lists the existing ones', async () => {
  const wrong = 'dreambord' as 'dreamboard';
  await expect(renderWithIslands(<Island name={wrong} props={board} />)).rejects.toThrow(
    /no island called "dreambord".*dreamboard.*stream/s,
  );
});

test('an island outside a page throws an error that names the fix', () => {
  expect(() => Island({ name: 'dreamboard', props: board })).toThrow('renderPage()');
});
