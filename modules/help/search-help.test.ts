import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { inLocale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import { shownLocales } from '../kit/texts/offered.ts';
import { perTier } from '../web/contract/tiers.ts';
import { readHelp } from './help-document.ts';
import { createHelpSearch } from './search-help.ts';

const read = () =>
  readHelp(readConfig({ STREAM_SECONDS: '90', TRIAL_STREAMS: '1', APP_NAME: 'Somnia' }), {
    ...perTier(() => '$9'),
    basic: '$7',
    premium: '$40',
  });
const sections = read();
const answer = createHelpSearch(sections, 'help@example.com');

test.each([
  ['How do I share a dream?', 'Sharing a dream'],
  ['can i download the video', 'Downloading a dream'],
  ['what does premium cost', 'Plans and prices'],
  ['my microphone does not work', 'Microphone and voice'],
  ['which browsers are supported?', 'Browsers and devices'],
  ['How long is a stream?', 'Length of a dream'],
  ['deleted by mistake', 'Kept and deleted dreams'],
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

test.each([
  ['de', 'Wie kann ich einen Traum teilen?', 'Einen Traum teilen'],
  ['de', 'Was kostet Premium?', 'Tarife und Preise'],
  ['fr', 'Comment est-ce que je partage un reve ?', 'Partager un rêve'],
  ['es', '¿Cómo puedo cancelar mi plan?', 'Cambiar o cancelar un plan'],
  ['pt-BR', 'Como eu cancelo o meu plano?', 'Mudar ou cancelar um plano'],
  ['pt-BR', 'nao consigo usar o microfone', 'Microfone e voz'],
  ['ja', '夢を共有するにはどうすればいいですか', '夢の共有'],
  ['zh-CN', '怎样才能退款？', '退款与返还'],
  ['zh-CN', '我的麦克风没有反应怎么办', '麦克风与语音'],
  ['ar', 'كيف يمكنني مشاركة حلم؟', 'مشاركة حلم'],
  ['ar', 'كيف أبدأ حلمًا؟', 'بدء حلم'],
  ['ar', 'كيف أشارك حلمًا؟', 'مشاركة حلم'],
  ['ar', 'هل أستطيع أن أنزّل الفيديو؟', 'تنزيل حلم'],
  ['ar', 'لماذا أوقفتم حسابي؟', 'رابط مغلق أو حساب موقوف'],
  ['ar', 'كيف أحذف حلمًا؟', 'حذف الأحلام'],
  ['ar', 'كيف أبلّغ عن إساءة؟', 'الإبلاغ عن إساءة'],
])('in %s, "%s" is answered first by "%s"', (locale, question, title) => {
  inLocale(locale, () => {
    const [, first] = createHelpSearch(read(), 'help@example.com')(question).split('\n\n');
    expect(first?.split('\n')[0]).toBe(title);
  });
});

test.each(shownLocales())('in %s, the questions that the chat suggests find their sections', (locale) => {
  inLocale(locale, () => {
    const local = read();
    const ask = createHelpSearch(local, 'help@example.com');
    const questions = [m.help_question_begin(), m.help_question_share(), m.help_question_kept()];
    const firsts = questions.map((question) => ask(question).split('\n\n')[1]?.split('\n')[0]);
    const wanted = ['Starting a dream', 'Sharing a dream', 'Kept and deleted dreams'];
    // The documents of all languages have the same sections.
    expect(firsts.map((first) => sections[local.findIndex(({ title }) => title === first)]?.title)).toEqual(
      wanted,
    );
  });
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
