import { mixSeed } from '../generator/random.ts';
import { compose } from './compose/compose.ts';
import type { SceneSpec } from './spec/scene-spec.ts';
import { type Context, createSurface, HEIGHT, type Layer, type Painting, WIDTH } from './surface.ts';
import { drawCrop, spareSurfaces, type View } from './view.ts';

/** Work per frame on building the next scene, in the cost units of its steps. */
const BUILD_BUDGET = 20;

/** The picture for one prompt. Built in steps, so that the current picture never stalls. */
export type Scene = ReturnType<typeof createScene>;

/** Prepares a scene, which depends only on the seed and the spec. */
export function createScene(seed: number, spec: SceneSpec) {
  const steps = compose(spec, mixSeed(seed, spec.key));
  const layers: { layer: Layer; near: boolean }[] = [];
  let next = 0;
  let painting: Painting | null = null;
  return {
    spec,
    get ready(): boolean {
      return next >= steps.length;
    },
    /** does one frame's share of the work; shares depend on the scene, never on the clock */
    build(): void {
      for (let spent = 0; spent < BUILD_BUDGET && next < steps.length; ) {
        const step = steps[next];
        if (!step) return;
        spent += step.cost;
        painting ??= step.make();
        const part = 'draw' in painting ? { done: true as const, value: painting } : painting.next();
        if (!part.done) continue;
        layers.push({ layer: settle(part.value), near: step.near });
        painting = null;
        next++;
      }
    },
    /** draws the complete 1280×720 picture for one moment, through the camera if it isn't at its start */
    draw(context: Context, seconds: number, frame: number, view?: View | null): void {
      const t = seconds * spec.speed;
      const moment = { t, frame, sway: Math.sin(t * 0.11) };
      const draw = (target: Context, those: typeof layers) => {
        for (const { layer } of those) layer.draw(target, moment);
      };
      if (view) {
        const [through, front] = spareSurfaces();
        const last = layers.slice(-1);
        draw(
          through.context,
          layers.filter(({ near }, index) => !near && index < layers.length - 1),
        );
        front.context.clearRect(0, 0, WIDTH, HEIGHT);
        draw(
          front.context,
          layers.filter(({ near }) => near),
        );
        drawCrop(context, through.canvas, view.far);
        drawCrop(context, front.canvas, view.near);
        draw(context, last);
      } else draw(context, layers);
      if (spec.zoom > 1) enlarge(context, spec.zoom);
    },
  };
}

/** Enlarges the middle of the picture. */
function enlarge(context: Context, zoom: number): void {
  closeUp ??= createSurface(WIDTH, HEIGHT);
  const [width, height] = [WIDTH / zoom, HEIGHT / zoom];
  closeUp.context.drawImage(
    context.canvas,
    (WIDTH - width) / 2,
    (HEIGHT - height) * 0.62,
    width,
    height,
    0,
    0,
    WIDTH,
    HEIGHT,
  );
  context.drawImage(closeUp.canvas, 0, 0);
}

let closeUp: ReturnType<typeof createSurface> | undefined;

/**
 * Canvases only record drawing commands until they are read. Reading a pixel here charges the cost to the step that
 * caused it; otherwise the first frame of a cross-fade would pay for all layers at once.
 */
function settle(layer: Layer): Layer {
  scratch ??= createSurface(WIDTH, HEIGHT).context;
  layer.draw(scratch, { t: 0, frame: 0, sway: 0.01 });
  scratch.getImageData(0, 0, 1, 1);
  return layer;
}

let scratch: Context | undefined;
