import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { perTier } from '../auth/contract/tiers.ts';
import { readHelp } from './help-document.ts';
import { createHelpSearch } from './search-help.ts';

const sections = readHelp(readConfig({ STREAM_SECONDS: '90', TRIAL_STREAMS: '1', APP_NAME: 'Somnia' }), {
  ...perTier(() => '$9'),
  basic: '$7',
  premium: '$40',
});
const answer = createHelpSearch(sections, 'help@example.com');

test.each([
  ['How do I share a dream?', 'Sharing a dream'],
  ['can i download the video', 'Downloading a dream'],
  ['what does premium cost', 'Plans and prices'],
  ['my microphone does not work', 'Microphone and voice'],
  ['which browsers are supported?', 'Browsers and devices'],
  ['How long is a stream?', 'Length of a dream'],
  ['deleted by mistake', 'Deleting dreams'],
  ['cancel my subscription', 'Changing or cancelling a plan'],
  ['I was charged twice, I want a refund', 'Refunds and money back'],
  ['give me my money back', 'Refunds and money back'],
  ['my dream failed and was counted', 'A dream that failed'],
  ['report abuse', 'Reporting abuse'],
  ['why is my account suspended', 'A closed link or a suspended account'],
  ['delete my account and all my data', 'Privacy and your account'],
  ['WEBGPU', 'Microphone and voice'],
])('"%s" is answered by "%s"', (question, title) => {
  expect(answer(question)).toContain(title);
});

test('an answer says that it comes from the help pages, with this site’s own figures', () => {
  expect(answer('how long is a dream, its length?')).toContain('The AI assistant is not connected here');
  expect(answer('length of a dream')).toContain('up to 90 seconds');
  expect(answer('free trial price')).toContain('The free trial has 1 stream.');
  expect(sections.map(({ text }) => text).join()).not.toMatch(/\{\{|Reverie/);
});

test('an unanswered question gets the topics and the contact', () => {
  for (const question of ['quantum chromodynamics', '???', '如何']) {
    expect(answer(question)).toContain('help@example.com');
    expect(answer(question)).toContain('Nothing there answers that');
  }
});
