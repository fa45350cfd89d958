import { css, mix, type Rgb, scale } from '../../colour.ts';
import type { Context } from '../../surface.ts';
import { fillDisc, fillPath, pathOf, strokeSpokes } from '../effects/draw.ts';
import type { Sprite, Tones } from '../effects/sprite.ts';
import { paintGlow } from '../sky/celestial.ts';

const BODY =
  'M14 128 C8 108 10 92 26 86 C48 79 74 76 98 74 C122 50 150 36 204 34 C256 33 284 48 310 72 C344 75 384 80 402 92 C414 100 416 116 410 128 L372 131 A38 38 0 0 0 296 131 L138 131 A38 38 0 0 0 62 131 Z';
const GLASS = 'M118 74 C138 52 160 44 196 43 L197 75 L122 77 Z M207 43 C246 43 268 54 290 75 L208 76 Z';
const WHEELS = [100, 334];

/** A car in profile, facing right: painted metal that mirrors sky and road, chrome, glass, and lamps at night. */
export const CAR: Sprite = {
  width: 430,
  height: 190,
  foot: [215, 150],
  colour: '#c8342c',
  paint(context, tones) {
    const under = context.createRadialGradient(215, 152, 20, 215, 152, 215);
    under.addColorStop(0, 'rgba(0,0,0,0.62)');
    under.addColorStop(0.75, 'rgba(0,0,0,0.4)');
    under.addColorStop(1, 'rgba(0,0,0,0)');
    context.save();
    context.translate(0, 152 * 0.9);
    context.scale(1, 0.1);
    context.fillStyle = under;
    context.fillRect(0, 0, 430, 300);
    context.restore();
    context.fillStyle = css(scale(tones.dark, 0.35));
    fillPath(context, 'M54 112 L382 112 L376 140 L60 140 Z');
    paintBody(context, tones);
    paintGlass(context, tones);
    details(context, tones);
  },
  move(context, tones, t) {
    for (const x of WHEELS) paintWheel(context, x, 126, 27, t * 5, tones);
    if (!tones.lamp) return;
    context.globalCompositeOperation = 'lighter';
    const beam = context.createLinearGradient(404, 0, 720, 0);
    beam.addColorStop(0, 'rgba(255,240,196,0.42)');
    beam.addColorStop(0.4, 'rgba(255,240,196,0.14)');
    beam.addColorStop(1, 'rgba(255,240,196,0)');
    context.fillStyle = beam;
    fillPath(context, 'M404 96 L720 76 L720 168 L404 108 Z');
    paintGlow(context, 404, 101, 48, [255, 240, 200], 0.95);
    paintGlow(context, 17, 99, 36, [255, 60, 40], 0.85);
    context.globalCompositeOperation = 'source-over';
  },
};

function paintBody(context: Context, tones: Tones): void {
  const metal = context.createLinearGradient(0, 34, 0, 132);
  metal.addColorStop(0, css(mix(tones.light, [255, 255, 255], 0.32)));
  metal.addColorStop(0.34, css(mix(tones.body, tones.light, 0.4)));
  metal.addColorStop(0.45, css(tones.body));
  metal.addColorStop(0.58, css(mix(tones.light, [255, 255, 255], 0.18)));
  metal.addColorStop(0.63, css(mix(tones.body, tones.light, 0.25)));
  metal.addColorStop(0.72, css(mix(tones.body, tones.dark, 0.45)));
  metal.addColorStop(1, css(scale(tones.dark, 0.8)));
  context.fillStyle = metal;
  fillPath(context, BODY);
  context.save();
  context.clip(pathOf(BODY));
  // the round ends turn away from the light
  const ends = context.createLinearGradient(6, 0, 416, 0);
  ends.addColorStop(0, css(tones.dark, 0.75));
  ends.addColorStop(0.14, css(tones.dark, 0));
  ends.addColorStop(0.84, css(tones.rim, 0));
  ends.addColorStop(1, css(tones.rim, 0.35));
  context.fillStyle = ends;
  context.fillRect(0, 20, 430, 120);
  context.strokeStyle = css(tones.rim, 0.75);
  context.lineWidth = 2.2;
  context.stroke(pathOf('M98 74 C122 50 150 36 204 34 C256 33 284 48 310 72'));
  context.restore();
}

function paintGlass(context: Context, tones: Tones): void {
  const glass = context.createLinearGradient(0, 42, 0, 78);
  glass.addColorStop(0, css(mix(tones.glass, tones.rim, 0.42)));
  glass.addColorStop(0.55, css(scale(tones.glass, 0.7)));
  glass.addColorStop(1, css(scale(tones.glass, 0.4)));
  context.fillStyle = glass;
  fillPath(context, GLASS);
  context.save();
  context.clip(pathOf(GLASS));
  // the driver, and seats
  context.fillStyle = css(scale(tones.dark, 0.4), 0.85);
  fillPath(
    context,
    'M232 80 C228 66 234 60 238 58 C234 48 250 46 251 56 C251 62 249 62 248 64 C256 66 260 72 260 80 Z M150 80 L152 58 L164 58 L166 80 Z M216 80 L217 60 L227 60 L228 80 Z',
  );
  context.fillStyle = css(mix(tones.rim, [255, 255, 255], 0.4), 0.3);
  fillPath(context, 'M160 40 L186 40 L152 80 L128 80 Z M228 40 L240 40 L216 80 L205 80 Z');
  context.restore();
  context.strokeStyle = css(mix(tones.light, [240, 240, 244], 0.6), 0.85);
  context.lineWidth = 1.8;
  context.stroke(pathOf(GLASS));
}

function details(context: Context, tones: Tones): void {
  const chrome: Rgb = mix(tones.light, [236, 238, 244], 0.6);
  context.strokeStyle = css(scale(tones.dark, 0.7), 0.75);
  context.lineWidth = 1.4;
  context.stroke(pathOf('M202 77 L205 128 M122 78 C118 96 120 116 132 128 M294 76 C300 92 300 106 296 120'));
  context.fillStyle = css(chrome, 0.9);
  fillPath(context, 'M214 88 L232 88 L232 91 L214 91 Z M140 88 L156 88 L156 91 L140 91 Z');
  fillPath(context, 'M20 107 C140 102 300 102 408 107 L408 109.5 C300 105 140 105 20 109.5 Z');
  fillPath(
    context,
    'M384 122 L416 118 C418 124 416 130 410 132 L384 132 Z M8 120 L44 124 L44 132 L14 132 C8 130 6 126 8 120 Z',
  );
  context.fillStyle = css([255, 246, 220]);
  fillPath(context, 'M386 91 C400 94 408 99 410 106 L390 103 Z');
  context.fillStyle = css([214, 34, 30]);
  fillPath(context, 'M15 95 L30 91 L31 103 L12 106 Z');
}

function paintWheel(
  context: Context,
  x: number,
  y: number,
  radius: number,
  turn: number,
  tones: Tones,
): void {
  const disc = (size: number, fill: string | ReturnType<Context['createLinearGradient']>) => {
    context.fillStyle = fill;
    fillDisc(context, x, y, size);
  };
  disc(radius, css([22, 21, 24]));
  const rubber = context.createLinearGradient(x, y - radius, x, y + radius);
  rubber.addColorStop(0, css(mix(tones.rim, [30, 30, 34], 0.7), 0.6));
  rubber.addColorStop(0.4, css([24, 23, 26], 0));
  disc(radius, rubber);
  const rim = context.createLinearGradient(x - radius, y - radius, x + radius, y + radius);
  rim.addColorStop(0, css(mix(tones.light, [246, 246, 250], 0.6)));
  rim.addColorStop(1, css(mix(tones.dark, [120, 122, 132], 0.5)));
  disc(radius * 0.66, rim);
  disc(radius * 0.58, css(mix(tones.dark, [52, 52, 60], 0.6)));
  context.strokeStyle = rim;
  context.lineWidth = radius * 0.15;
  strokeSpokes(context, x, y, radius * 0.6, 7, turn);
  disc(radius * 0.16, css(mix(tones.light, [230, 230, 236], 0.5)));
}
