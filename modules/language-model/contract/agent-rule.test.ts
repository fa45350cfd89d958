import { expect, test } from 'vitest';
import { applyOutputRule } from './agent-rule.ts';

test('an assistant’s answer becomes one line of at most twenty words without closing punctuation', () => {
  const cases: [string, string | null][] = [
    ['a calm sea', 'a calm sea'],
    ['A calm sea at dusk.', 'A calm sea at dusk'],
    ['"A calm sea!"', 'A calm sea'],
    ['Prompt: **a calm   sea**\n\nI hope that you like it.', 'a calm sea'],
    ['\n\n- a calm sea...\n- a storm', 'a calm sea'],
    ['<think>They want water.\nMaybe a sea?</think>\na calm sea', 'a calm sea'],
    [
      Array.from({ length: 40 }, (_, index) => `word${index}`).join(' '),
      Array.from({ length: 20 }, (_, index) => `word${index}`).join(' '),
    ],
    ['well-lit sea, soft light,', 'well-lit sea, soft light'],
    ['海の夕暮れ。', '海の夕暮れ'],
    ['   ', null],
    ['...', null],
    ['<think>never ends', null],
  ];
  for (const [answer, prompt] of cases) expect(applyOutputRule(answer)).toBe(prompt);
});

// Real answers of models and the servers in front of them.
const ANSWERS: [string, string | null][] = [
  ['They want water.\nMaybe a sea?\n</think>\n\na calm sea', 'a calm sea'],
  ['<thinking>hmm</thinking>a calm sea', 'a calm sea'],
  ['<reasoning>hmm</reasoning>\n\na calm sea', 'a calm sea'],
  ['[THINK]hmm[/THINK]a calm sea', 'a calm sea'],
  [
    '<|channel|>analysis<|message|>We need water.<|end|><|start|>assistant<|channel|>final<|message|>a calm sea<|return|>',
    'a calm sea',
  ],
  ['<|channel|>analysis<|message|>We need water', null],
  ['analysisWe need to answer. The user wants water.assistantfinala calm sea', 'a calm sea'],
  ['◁think▷hm◁/think▷a calm sea', 'a calm sea'],
  ['<seed:think>hm</seed:think>a calm sea', 'a calm sea'],
  ['<|begin_of_thought|>x<|end_of_thought|><|begin_of_solution|>a calm sea<|end_of_solution|>', 'a calm sea'],
  ['<|START_THINKING|>x<|END_THINKING|><|START_RESPONSE|>a calm sea<|END_RESPONSE|>', 'a calm sea'],
  ['<|channel>thought\nhm<channel|>a calm sea', 'a calm sea'],
  ['Here is my thought process:\nThe user wants.\n\nHere is my response:\na calm sea', 'a calm sea'],
  ["Sure! Here's a prompt:\n\na calm sea", 'a calm sea'],
  ["Sure! Here's a prompt: a calm sea", 'a calm sea'],
  ['Sure! Here’s a prompt for you: "a calm sea"', 'a calm sea'],
  ['Sure!\na calm sea', 'a calm sea'],
  ['Sure, here you go: a calm sea', 'a calm sea'],
  ['**Prompt:** a calm sea', 'a calm sea'],
  ['**Prompt**: a calm sea', 'a calm sea'],
  ['Prompt:\na calm sea', 'a calm sea'],
  ['### Prompt\na calm sea', 'a calm sea'],
  ['Here is the prompt:\n\n```\na calm sea\n```\nEnjoy!', 'a calm sea'],
  ['```json\n{"prompt": "a calm sea"}\n```', 'a calm sea'],
  ['```json\n{"prompt": "a calm sea at du', 'a calm sea at du'],
  ['{"prompt":"a calm sea","negative_prompt":"ugly"}', 'a calm sea'],
  ['{"negative_prompt":"ugly","prompt":"a calm sea"}', 'a calm sea'],
  ['Sure: {"result": {"text": "a calm sea"}}', 'a calm sea'],
  ['["a calm sea", "a storm"]', 'a calm sea'],
  ['{"prompts":["a calm sea","b"]}', 'a calm sea'],
  ["{'prompt': 'a calm sea'}", 'a calm sea'],
  ['{"place":"a calm sea","light":"dusk"}', 'a calm sea, dusk'],
  ['{"prompt": null}', null],
  ['{}', null],
  ['"a calm sea" — I hope you like it!', 'a calm sea'],
  ["'a calm sea'", 'a calm sea'],
  ['「海の夕暮れ」', '海の夕暮れ'],
  ['もちろん！こちらがプロンプトです：海の夕暮れ', '海の夕暮れ'],
  ['プロンプト：海の夕暮れ', '海の夕暮れ'],
  ['Natürlich! Hier ist ein Prompt: ein ruhiges Meer', 'ein ruhiges Meer'],
  ['Bien sûr ! Voici un prompt : une mer calme', 'une mer calme'],
  ['¡Claro! Aquí tienes un prompt: un mar en calma', 'un mar en calma'],
  ['1. a calm sea\n2. a storm', 'a calm sea'],
  ['Option 1: a calm sea\nOption 2: a storm', 'a calm sea'],
  ['**Option 1:** a calm sea\n**Option 2:** a storm', 'a calm sea'],
  ["I'm sorry, but I can't help with that.", null],
  ['I cannot assist with that request.', null],
  ["As an AI language model, I can't", null],
  ['Tut mir leid, das geht nicht.', null],
  ['申し訳ありませんが', null],
  ['Okay, the user wants water. Let me think.\n\nPrompt: a calm sea', 'a calm sea'],
  ['<answer>a calm sea</answer>', 'a calm sea'],
  ['a calm sea<|im_end|>\n<|im_start|>user\nmore', 'a calm sea'],
  ['<|im_start|>assistant\na calm sea<|im_end|>', 'a calm sea'],
  ['a calm sea</s>', 'a calm sea'],
  ['a **calm** sea', 'a calm sea'],
  ['a calm sea\n<think>was that right?</think>', 'a calm sea'],
  ['<think>a</think><think>b</think>\na calm sea', 'a calm sea'],
  ['<think>\n\n</think>\n\na calm sea', 'a calm sea'],
  ['reasoning only</think>', null],
  ['Title: "Moonlit Sea"', 'Moonlit Sea'],
  ["Here's a title for your dream:\n**Moonlit Sea**", 'Moonlit Sea'],
  ['Sure! a dream of the sea', 'a dream of the sea'],
  ['Tokyo at night: neon and rain', 'Tokyo at night: neon and rain'],
  ['# Moonlit Sea', 'Moonlit Sea'],
  ['> a calm sea', 'a calm sea'],
  ['Assistant: a calm sea', 'a calm sea'],
  ['None', null],
  ['<b>a calm sea</b>', 'a calm sea'],
  ['A) a calm sea\nB) a storm', 'a calm sea'],
  ['Great wall of China at dawn', 'Great wall of China at dawn'],
  ['a fox in an analysis room', 'a fox in an analysis room'],
  ['Yes, chef shouts in a kitchen', 'chef shouts in a kitchen'],
  ['{calm|wild} sea', '{calm|wild} sea'],
  ['“A calm sea”', 'A calm sea'],
  ['`a calm sea`', 'a calm sea'],
  ['```a calm sea```', 'a calm sea'],
  ['Final answer: a calm sea', 'a calm sea'],
  ['The prompt is: a calm sea', 'a calm sea'],
  [
    'Here\'s a revised prompt that keeps the story going:\n\n"A calm sea at dusk, gulls drifting"\n\nLet me know if you\'d like changes!',
    'A calm sea at dusk, gulls drifting',
  ],
];

test.each(ANSWERS)('finds the prompt in %j', (answer, prompt) => {
  expect(applyOutputRule(answer)).toBe(prompt);
});

test('reads an answer of any length and nesting quickly', () => {
  for (const part of ['<think>', '<|channel|>', '```', '{"a', '[{', 'Sure! ', 'the ', '[a](', '<a', '\\']) {
    const began = performance.now();
    applyOutputRule(part.repeat(64 * 1024));
    expect(performance.now() - began, part).toBeLessThan(500);
  }
});
