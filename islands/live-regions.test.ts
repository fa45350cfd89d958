import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MailProgress } from './admin/mail/mail-progress.tsx';
import { RestartBar } from './admin/setup/restart-bar.tsx';
import { ProcessingTile } from './dreamboard/tile/placeholder-tiles.tsx';
import { initialState } from './stream/machine.ts';
import { Overlay } from './stream/screen/overlay.tsx';
import { TimerBadge } from './stream/screen/timer-badge.tsx';
import { ModelLoading } from './stream/voice/voice-settings.tsx';

/** Texts that a screen reader announces when they change. */
function heard(element: ReactElement): string[] {
  const html = renderToStaticMarkup(element).replace(/<(\w+)[^>]* aria-hidden="true"[^>]*>.*?<\/\1>/gs, '');
  return [...html.matchAll(/<(\w+)[^>]* (?:role="(?:status|alert|log)"|aria-live="\w+")[^>]*>(.*?)<\/\1>/gs)]
    .map(([, , inner = '']) => inner.replaceAll(/<[^>]*>/g, ' ').trim())
    .filter(Boolean);
}

const nothing = () => {};
const mail = (sent: number, onStop: (() => void) | null) =>
  createElement(MailProgress, {
    outcome: {
      id: 'm1',
      subject: 'News',
      state: onStop ? 'sending' : 'completed',
      total: 5000,
      sent,
      failed: 0,
      skipped: 0,
      waiting: 0,
      results: { failed: [], waiting: [], skipped: [] },
    } as never,
    delivers: true,
    onStop,
    onClose: nothing,
  });
const loading = (text: string) => ({ ...initialState, phase: 'ready', loading: { progress: null, text } });
const overlay = (text: string) =>
  createElement(Overlay, { state: loading(text), sellsPlans: false, onReopen: nothing } as never);
const restart = { run: 'r1', pending: [], isPossible: true, liveDreams: 0, isWaiting: false };

test.each([
  [
    'the time that is left',
    (step: number) => createElement(TimerBadge, { timeLeft: 200 - step, running: true }),
  ],
  ['a video that is made', (step: number) => createElement(ProcessingTile, { progress: step / 10 })],
  [
    'a model that comes',
    (step: number) => createElement(ModelLoading, { loaded: step * 4_000_000, total: 80_000_000 }),
  ],
  [
    'models that are fetched',
    (step: number) => overlay(`Downloading the model a/b: ${step} % (${step} MB of 9 MB)`),
  ],
  ['mails on their way', (step: number) => mail(step, nothing)],
])('a reader for the blind is told of %s, and not at each step', (_, at) => {
  expect(renderToStaticMarkup(at(1))).not.toBe(renderToStaticMarkup(at(3)));
  expect(heard(at(1))).toEqual(heard(at(3)));
});

test('what it came to is told', () => {
  expect(heard(overlay('Downloading the models: 7 %')).join()).toContain('Downloading the models');
  expect(heard(mail(5000, null)).join()).toContain('5,000 sent');
});

test('a restart is told once, its seconds are for eyes only', () => {
  const bar = createElement(RestartBar, { restart, leaving: 'r1', isLost: true, onLeave: nothing } as never);
  expect(renderToStaticMarkup(bar)).toContain('(0 s)');
  expect(heard(bar)).toEqual(['Restarting…']);
});
