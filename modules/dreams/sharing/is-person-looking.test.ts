import { expect, test } from 'vitest';
import { isPersonLooking } from './is-person-looking.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const looks = (headers: Record<string, string>, method = 'GET') =>
  isPersonLooking({ method, headers: new Headers({ 'user-agent': FIREFOX, ...headers }) });

test.each([
  FIREFOX,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 12; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
])('%s is a person', (agent) => {
  expect(looks({ 'user-agent': agent })).toBe(true);
  expect(looks({ 'user-agent': agent, 'sec-fetch-dest': 'document' })).toBe(true);
});

test.each([
  '',
  'curl/8.5.0',
  'python-requests/2.32',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
])('%s is a program', (agent) => {
  expect(looks({ 'user-agent': agent })).toBe(false);
});

test('prefetches, HEAD requests and script requests don’t count as views', () => {
  expect(looks({ 'sec-purpose': 'prefetch;prerender' })).toBe(false);
  expect(looks({ purpose: 'prefetch' })).toBe(false);
  expect(looks({ 'x-moz': 'prefetch' })).toBe(false);
  expect(looks({ 'sec-fetch-dest': 'empty' })).toBe(false);
  expect(looks({}, 'HEAD')).toBe(false);
});
