import { expect, test } from 'vitest';
import { wantsBytes } from './wants-bytes.ts';

const SIZE = 5_000_000;
const wants = (headers: Record<string, string>) => wantsBytes({ headers: new Headers(headers) }, SIZE);

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each<[string, Record<string, string>]>([
  ['WhatsApp', { 'user-agent': 'WhatsApp/2.23.20.0', accept: '*/*' }],
  ['Signal', { 'user-agent': 'WhatsApp/2', accept: '*/*' }],
  [
    'iMessage',
    {
      'user-agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/601 facebookexternalhit/1.1 Twitterbot/1.0',
      accept: HTML,
    },
  ],
  ['Facebook', { 'user-agent': 'facebookexternalhit/1.1', accept: '*/*', range: 'bytes=0-524287' }],
  ['Slack', { 'user-agent': 'Slackbot-LinkExpanding 1.0', accept: '*/*', range: 'bytes=0-32768' }],
  ['Discord', { 'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0)', accept: '*/*' }],
  ['Telegram', { 'user-agent': 'TelegramBot (like TwitterBot)', accept: '*/*' }],
  ['Mastodon', { 'user-agent': 'Mastodon/4.4 (http.rb/5.2)', accept: 'text/html' }],
  ['Bluesky', { 'user-agent': 'Mozilla/5.0 (compatible; Cardyb/1.1)', accept: '*/*' }],
  ['Teams', { 'user-agent': 'Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5', accept: '*/*' }],
  ['LinkedIn', { 'user-agent': 'LinkedInBot/1.0 (compatible; Apache-HttpClient)', accept: '*/*' }],
  ['Matrix', { 'user-agent': 'Synapse (bot; +https://github.com/matrix-org/synapse)' }],
  ['XMPP', { 'user-agent': 'Conversations', 'accept-encoding': 'gzip' }],
  ['Viber', { 'user-agent': 'Viber/20', accept: '*/*' }],
  ['Line', { 'user-agent': 'facebookexternalhit/1.1;line-poker/1.0', accept: '*/*' }],
  ['KakaoTalk', { 'user-agent': 'facebookexternalhit/1.1; kakaotalk-scrap/1.0', accept: '*/*' }],
  ['Zoom', { 'user-agent': 'Zoom.Mac', accept: 'text/*, */*' }],
  ['Google Chat', { 'user-agent': 'Mozilla/5.0 Google-PageRenderer', accept: '*/*;q=0.5' }],
  ['a program of a few lines', { 'user-agent': 'python-urllib/3.13', 'accept-encoding': 'identity' }],
  ['curl', { 'user-agent': 'curl/8.5.0', accept: '*/*' }],
  ['a browser', { accept: HTML, 'sec-fetch-dest': 'document' }],
  ['a browser in a frame', { accept: HTML, 'sec-fetch-dest': 'iframe' }],
  ['a browser that was here before', { accept: HTML, 'if-none-match': '"x"' }],
])('%s gets the page', (_, headers) => {
  expect(wants(headers)).toBe(false);
});

test.each<[string, Record<string, string>]>([
  ['Chromium’s <video>', { accept: '*/*', range: 'bytes=0-', 'sec-fetch-dest': 'video' }],
  ['the same on plain http', { accept: '*/*', range: 'bytes=0-' }],
  ['Chromium that seeks', { accept: '*/*', range: 'bytes=65536-' }],
  ['Firefox’ <video>', { accept: 'video/webm,video/ogg,video/*;q=0.9,audio/*;q=0.6,*/*;q=0.5' }],
  ['Safari’s first question', { accept: '*/*', range: 'bytes=0-1' }],
  ['Safari’s second', { accept: '*/*', range: `bytes=0-${SIZE - 1}` }],
  ['AVPlayer', { accept: '*/*', range: 'bytes=0-65535', 'x-playback-session-id': '7A' }],
  ['VLC', { accept: '*/*', range: 'bytes=0-', 'user-agent': 'VLC/3.0.21 LibVLC/3.0.21' }],
  ['mpv', { accept: '*/*', range: 'bytes=0-', 'icy-metadata': '1' }],
  ['GStreamer', { 'icy-metadata': '1', 'accept-encoding': 'identity' }],
  ['a television', { 'getcontentfeatures.dlna.org': '1' }],
  ['who asks for a video', { accept: 'video/mp4' }],
  ['who downloads', { accept: 'application/octet-stream' }],
  ['who wants its end', { accept: '*/*', range: 'bytes=-500' }],
  ['a resumed download', { accept: '*/*', 'if-range': '"x"', range: 'bytes=0-524287' }],
  ['who has it', { accept: '*/*', 'if-none-match': '"x"' }],
  ['a script', { accept: '*/*', 'sec-fetch-dest': 'empty' }],
  ['a caller of the API', { accept: 'application/json' }],
])('%s gets the video', (_, headers) => {
  expect(wants(headers)).toBe(true);
});
