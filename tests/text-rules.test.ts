// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source code in strings
import { expect, test } from 'vitest';
import { earlyTexts } from './text-rules.ts';

test('a text that is taken at import is found, and one that is taken later is not', () => {
  const early = [
    'const LABEL = m.a_b();',
    'export const LABELS = {\n  one: () => m.x_y(),\n  two: m.a_b(),\n} as const;',
    'const schema = z.object({\n  name: z.string().max(5, m.a_b({ n: 5 })),\n});',
    'export default [`${m.a_b()}`];',
  ];
  expect(early.map(earlyTexts)).toEqual(early.map(() => ['m.a_b']));
  const late = [
    'const label = () => m.a_b();',
    'const LABELS = { one: m.a_b, two: () => `${m.a_b()}`, three() {\n  return m.a_b();\n} };',
    'export const words = ({ a, b }: Props): string =>\n  a ? m.a_b() : m.a_c({ b: [1, 2] });',
    'const schema = z.string().max(5, { error: () => m.a_b() });',
    'export function Page() {\n  const label = m.a_b();\n}',
    "const says = 'm.a_b()'; // m.a_b()",
    'const calls = form.a_b();',
    'export const forbidden = (message = m.a_b()): Error => new Error(message);',
    'const render = memo(function Row() {\n  return <p>{m.a_b()}</p>;\n});',
  ];
  expect(late.map(earlyTexts)).toEqual(late.map(() => []));
});
