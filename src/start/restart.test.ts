import { expect, test } from 'vitest';
import { currentLocale, inLocale } from '../../modules/kit/texts/locale.ts';
import { createRestart } from './restart.ts';

test('a restart that a German operator asks for keeps the language of the console', async () => {
  const languages: string[] = [];
  for (const waits of [false, true])
    await new Promise<void>((resolve) => {
      const restart = createRestart({
        liveDreams: () => 0,
        drain: async () => {},
        stop: async () => void languages.push(currentLocale()),
        startAgain: () => {
          languages.push(currentLocale());
          resolve();
        },
      });
      inLocale('de', () => restart.begin(waits));
    });
  expect(languages).toEqual(['en', 'en', 'en', 'en']);
});
