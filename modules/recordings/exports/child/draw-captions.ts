import { createCanvas } from '@napi-rs/canvas';
import { FFmpegError, type Frame } from 'node-av/lib';
import { breakLines } from './caption-lines.ts';
import type { Cue } from './export-order.ts';
import { fontOf } from './fonts.ts';

/** Type size as a part of the frame's shorter side, within bounds in pixels. */
const SIZE = 1 / 20;
const MIN_SIZE = 16;
/** Distance from the lower edge as a part of the height; apps cover the lower part of vertical films. */
const EDGE = { wide: 0.06, tall: 0.17 };
const WIDTH = 0.86;

/** A caption as limited-range 4:2:0, for one place in the frame. */
interface Overlay {
  x: number;
  y: number;
  width: number;
  height: number;
  /** luma and the two chroma planes, each with its own opacity (0–255) */
  planes: { values: Uint8Array; opacity: Uint8Array }[];
}

export function createCaptions(cues: readonly Cue[]) {
  let drawn: { index: number; overlay: Overlay } | null = null;
  return {
    /** The caption shown at a time, in ms of the film; −1 for none. */
    indexAt: (atMs: number) => cues.findIndex(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs),
    /** Draws a caption into a frame; copies shared pixel data first. */
    draw(frame: Frame, index: number): void {
      const cue = cues[index];
      if (!cue) return;
      if (drawn?.index !== index) drawn = { index, overlay: drawOverlay(cue.text, frame) };
      blend(frame, drawn.overlay);
    },
  };
}

function drawOverlay(text: string, frame: { width: number; height: number }): Overlay {
  const size = Math.max(MIN_SIZE, Math.round(Math.min(frame.width, frame.height) * SIZE));
  const [padding, step] = [Math.round(size * 0.4), Math.round(size * 1.5)];
  const { direction, lang } = languageOf(text);
  const measuring = createCanvas(1, 1).getContext('2d');
  Object.assign(measuring, { font: fontOf(size), direction, lang });
  const widthOf = (line: string) => measuring.measureText(line).width;
  const lines = breakLines(text, frame.width * WIDTH - 2 * padding, widthOf);
  const widths = lines.map((line) => Math.ceil(widthOf(line)) + 2 * padding);
  const width = even(Math.min(frame.width, Math.max(...widths, 2)));
  const height = even(step * lines.length);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  Object.assign(context, {
    font: fontOf(size),
    direction,
    lang,
    textAlign: 'center',
    textBaseline: 'middle',
  });
  for (const [index, wide] of widths.entries()) {
    context.fillStyle = 'rgb(0 0 0 / 62%)';
    context.beginPath();
    context.roundRect((width - wide) / 2, index * step, wide, step - 2, size * 0.25);
    context.fill();
  }
  context.fillStyle = 'white';
  for (const [index, line] of lines.entries()) context.fillText(line, width / 2, (index + 0.5) * step - 1);
  const edge = frame.height * (frame.height > frame.width ? EDGE.tall : EDGE.wide);
  return {
    x: even((frame.width - width) / 2),
    y: Math.max(0, even(frame.height - edge - height)),
    width,
    height,
    planes: toPlanes(context.getImageData(0, 0, width, height).data, width, height),
  };
}

/** Han characters look different in each language. */
function languageOf(text: string): { direction: 'ltr' | 'rtl'; lang: string } {
  const [first = ''] = text.match(/\p{L}/u) ?? [];
  const direction =
    /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
      ? 'rtl'
      : 'ltr';
  const lang = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'ja'
    : /\p{Script=Hangul}/u.test(text)
      ? 'ko'
      : /\p{Script=Han}/u.test(text)
        ? 'zh-CN'
        : 'en';
  return { direction, lang };
}

/** From RGBA; coefficients of BT.601, as in our films. */
function toPlanes(rgba: Uint8ClampedArray, width: number, height: number): Overlay['planes'] {
  const make = (length: number) => ({ values: new Uint8Array(length), opacity: new Uint8Array(length) });
  const [luma, blue, red] = [
    make(width * height),
    make((width / 2) * (height / 2)),
    make((width / 2) * (height / 2)),
  ];
  for (let at = 0; at < width * height; at += 1) {
    const [r = 0, g = 0, b = 0, a = 0] = rgba.subarray(at * 4, at * 4 + 4);
    luma.values[at] = 16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255;
    luma.opacity[at] = a;
  }
  for (let y = 0, at = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2, at += 1) {
      const from = (y * width + x) * 4;
      const [r = 0, g = 0, b = 0, a = 0] = rgba.subarray(from, from + 4);
      blue.values[at] = 128 + (-37.797 * r - 74.203 * g + 112 * b) / 255;
      red.values[at] = 128 + (112 * r - 93.786 * g - 18.214 * b) / 255;
      blue.opacity[at] = a;
      red.opacity[at] = a;
    }
  }
  return [luma, blue, red];
}

function blend(frame: Frame, { x, y, width, height, planes }: Overlay): void {
  FFmpegError.throwIfError(frame.makeWritable(), 'draw captions');
  for (const [index, { values, opacity }] of planes.entries()) {
    const [data, stride] = [frame.data?.[index], frame.linesize[index]];
    if (!data || !stride) throw new Error('a frame without pixels');
    const scale = index === 0 ? 1 : 2;
    const [left, top, wide, high] = [x / scale, y / scale, width / scale, height / scale];
    for (let row = 0, at = 0; row < high; row += 1) {
      let to = (top + row) * stride + left;
      for (let column = 0; column < wide; column += 1, at += 1, to += 1) {
        const part = opacity[at] as number;
        if (part === 0) continue;
        const under = data[to] as number;
        data[to] = under + (((values[at] as number) - under) * part) / 255;
      }
    }
  }
}

const even = (value: number): number => 2 * Math.ceil(value / 2);
