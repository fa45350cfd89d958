/**
 * Child process that decodes untrusted images, one order at a time over its IPC channel. A decoder can't be
 * interrupted, so a caller that has waited long enough kills the process.
 */
import { setPriority } from 'node:os';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { liveWithChannel } from '../children/in-child.ts';
import {
  type DrawnImage,
  type ImageAnswer,
  type ImageFault,
  type ImageFormat,
  type ImageOrder,
  MAX_IMAGE_PIXELS,
  sizeFault,
} from './image-order.ts';

liveWithChannel();

/** Lower priority than live frames. */
const LOW_PRIORITY = 5;
/** Size at which the most eye-catching part of an image is determined. */
const GLANCE = 160;

const LOADERS = { jpeg: 'Jpeg', png: 'Png', webp: 'Webp', gif: 'Nsgif', avif: 'Heif' };
// Blocks every other format, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: Object.values(LOADERS).map((name) => `VipsForeignLoad${name}`) });
sharp.cache(false);
sharp.concurrency(1);
try {
  setPriority(LOW_PRIORITY);
} catch {
  // A hardened container may refuse this; decoding works anyway.
}

type Size = Pick<DrawnImage, 'width' | 'height'>;

class Fault extends Error {
  readonly fault: ImageFault;
  constructor(fault: ImageFault) {
    super(fault);
    this.fault = fault;
  }
}

const answer = (message: ImageAnswer) => process.send?.(message);
process.on('message', (order: ImageOrder) => void obey(order));
answer({ type: 'ready' });

async function obey(order: ImageOrder): Promise<void> {
  try {
    answer({ type: 'drawn', ...(await draw(order)) });
  } catch (error) {
    answer({ type: 'fault', fault: error instanceof Fault ? error.fault : 'unreadable' });
  }
}

async function draw(order: ImageOrder): Promise<DrawnImage> {
  const open = (limitInputPixels: number | false) =>
    sharp(order.source, { limitInputPixels, failOn: 'error', pages: 1 }).autoOrient();
  const about = await header(open(false), order);
  const image = () => open(MAX_IMAGE_PIXELS);
  const cut = order.size ? await cutTo(order.size, image, about, order.keep) : image();
  const shown = order.as === 'webp' ? cut : cut.flatten({ background: 'black' });
  const made = encode(shown.toColourspace('srgb'), order);
  const { data, info } = await made.toBuffer({ resolveWithObject: true });
  const isGrey = order.as === 'pixels' && info.channels === 1;
  return { bytes: isGrey ? spread(data) : data, width: info.width, height: info.height };
}

/** Only reads the header. @throws Fault if the image must not be decoded */
async function header(image: Sharp, { formats, leastSide }: ImageOrder): Promise<Metadata> {
  const about = await image.metadata();
  const format = about.format === 'heif' ? 'avif' : about.format;
  if (!formats.includes(format as ImageFormat)) throw new Fault('format');
  const fault = sizeFault(about.width, about.height, leastSide);
  if (fault) throw new Fault(fault);
  return about;
}

/** Crops before scaling, so that extreme shapes cost no more than others. */
async function cutTo(
  size: Size,
  image: () => Sharp,
  { autoOrient }: Metadata,
  keep: ImageOrder['keep'] = 'middle',
): Promise<Sharp> {
  const { width, height } = autoOrient;
  const scale = Math.min(width / size.width, height / size.height);
  const kept = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
  const part = keep === 'attention' ? await attention(image(), autoOrient, size) : 0.5;
  return image()
    .extract({
      left: Math.round((width - kept.width) * part),
      top: Math.round((height - kept.height) * part),
      ...kept,
    })
    .resize(size.width, size.height, { fit: 'fill' });
}

/** Position of the crop, from 0 to 1 of the spare length. */
async function attention(image: Sharp, own: Size, size: Size): Promise<number> {
  const width = GLANCE;
  const height = Math.max(1, Math.round((GLANCE * size.height) / size.width));
  const { info } = await image
    .flatten({ background: 'black' })
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const scale = Math.max(width / own.width, height / own.height);
  const spare = Math.max(own.width * scale - width, own.height * scale - height);
  const offset = -Math.min(info.cropOffsetLeft ?? 0, info.cropOffsetTop ?? 0);
  return spare < 1 ? 0.5 : Math.min(1, offset / spare);
}

function encode(image: Sharp, { as, quality }: ImageOrder): Sharp {
  const options = quality === undefined ? {} : { quality };
  if (as === 'pixels') return image.raw({ depth: 'uchar' });
  return as === 'webp' ? image.webp(options) : image.jpeg(options);
}

/** Converts greyscale to RGB. */
function spread(greys: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(greys.length * 3);
  for (let i = 0; i < greys.length; i++) pixels.fill(greys[i] ?? 0, i * 3, i * 3 + 3);
  return pixels;
}
