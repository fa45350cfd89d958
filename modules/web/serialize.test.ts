import { describe, expect, test } from 'vitest';
import { serializeProps } from './serialize.ts';

describe('props of an island', () => {
  test('can’t close the script element that contains them', () => {
    const props = { name: '</script><script>alert(1)</script><!--', line: '\u2028' };
    const text = serializeProps('stream', props);
    expect(text).not.toContain('<');
    expect(text).not.toContain('\u2028');
    expect(JSON.parse(text)).toEqual(props);
  });

  test.each([
    ['a function', { on: () => {} }, 'props.on', 'Define it inside the island'],
    ['a Date', { at: [new Date(0)] }, 'props.at[0]', 'Send plain objects'],
    ['NaN', { n: Number.NaN }, 'props.n', 'Send a finite number'],
    ['a bigint', { n: 1n }, 'props.n', 'Send it as text'],
  ])('that contain %s are rejected with the path and the fix', (_, props, path, cure) => {
    expect(() => serializeProps('stream', props)).toThrow(path);
    expect(() => serializeProps('stream', props)).toThrow(cure);
  });

  test('that contain themselves are rejected; repeated objects are fine', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(() => serializeProps('stream', loop)).toThrow('part of itself');
    const shared = { a: 1 };
    expect(JSON.parse(serializeProps('stream', { one: shared, two: shared }))).toEqual({
      one: shared,
      two: shared,
    });
  });
});
