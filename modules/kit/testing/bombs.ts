import { crc32, deflateSync } from 'node:zlib';

/** Images that are small as files but huge once decoded, by format. */
export const BOMBS: Record<string, Buffer> = {
  'PNG of 8000 × 8000': png(8000, 8000),
  'PNG of 65500 × 32': png(65_500, 32),
  // A single colour, lossless.
  'WebP of 8000 × 8000': Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvP9/PBwdQkUZ0pv+BiOh/AAA=', 'base64'),
  'GIF of 65535 × 65535': gif(65_535, 65_535),
  'AVIF of 8000 × 8000': decode(
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
      'ACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAABGEAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRt' +
      'AAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgT8CAAAAABRpc3BlAAAAAAAAH0AAAB9AAAAAEHBpeGkAAAAAAwgICAAAABZp' +
      'cG1hAAAAAAAAAAEAAQOBAgMAAARpbWRhdBIACgo/8z5/8/aQENBpMtAIER2ExUnf///iz8CAAG3Pyir3GXngTT0ry/6/sx+Sx99k' +
      'mAs2yBbNkkYG5OhANWNkmERyF1z3x28fNgTpF4BCf2voERwgw+EX4KPeddTbGdsq/QGmZEE49O/s6yjKwBZMyC8JcYKW75VPBWwG' +
      'kv9Jk44OPAOdChxJTHdh4IfPykRj/IDl4NlfqycxDA7UG6/jnF2bRqieRAlcNNmUP6S1rbQmIpf3mL8IS7QFIlwre0T3LtlNI5EK' +
      'LbCtlttgJ/NdcOA4ceojWp0DSPObSkijih2zULJAB9LFxHDkGgl86OGTC46sbR1SWz8kPcJ94v1y/iC+LrwRdXeqXAW1LYQvPzfE' +
      'xtQctc/KRGP8gOXg2V+rJijvmNVuKwFtE8cuDPEr05UijholEVh9b2UssZFp1/XBsYJ1imwpZhgVYqqIZhunoXRJRMNH+KYRtuD/' +
      'CgCm/mquND0C1dZJxzsikIBpmC7kh++BHiQ9ZEQCiH9rJiFndDqcVt/i1P/Jk0cjjRshkuduLtiocdonzPeZ8gPQTQFxsgj2oLL/' +
      'S2E18BVNJSRKr0yx6u69E/Yvxq7ZJ2Mpc0P6JEvDqG0oPI8+Zc/KRFYl93kNIZ/gU3VVf+FGLBxc+CH6ArF+eh8fNueb5VbtwnAc' +
      'e25uy/R2/bwFp3Z5qwKlAd/U3gJ6CgYiqzb2PBJcmJ9ADrwFW7EZSjIux84uGuTKHFmAa460dHD8183lMKKVwLXPykRj/IDl4Nlf' +
      'qyYo75jVbisBbRPHLgzxK9OVIo4aJRFYfW9lLLGRadf1wbGCdYpsKWYYFWKqiGYbp6F0SUTDR/imEbbg/woApv5qrjQ9AtXWScc7' +
      'IpCAaZgu5IfvgR4kPWREAoh/ayYhZ3Q6nFbf4tT/yZNHI40bIZLnbi7YqHHaJ8z3mfID0E0BcbII9qCy/0thNfAVTSUkSq9Mseru' +
      'vRP2L8au2SdjKXND+iRLw6htKDyPPmXPykRWJfd5DSGf4FN1VX/hRiwcXPgh+gKxfnofHzbnm+VW7cJwHHtubsv0dv28Bad2easC' +
      'pQHf1N4CegoGIqs29jwSXJifQA68BVuxGUoyLsfOLhrkyhxZgGuOtHRw/NfN5TCilcCrz8pEY/yA5eDZX6smKO+Y1W4rAW0Txy4M' +
      '8SvTlSKOGiURWH1vZSyxkWnX9cGxgnWKbClmGBViqohmG6ehdElEw0f4phG24P8KAKb+aq40PQLV1knHOyKQgGmYLuSH74EeJD1k' +
      'RAKIf2smIWd0OpxW3+LU/8mTRyONGyGS524u2Khx2ifM95nyA9BNAXGyCPagsv9LYTXwFU0lJEqvTLHq7r0T9i/GrtknYylzUM/K' +
      'RFYl93kNIZ/gU3VVf+FGLBxc+CH6ArF+eh8fNueb5VbtwnAce25uy/R2/bwFp3Z5qwKlAd/U3gJ6CgYiqzb2PBJcmJ9ADrwFW7EZ' +
      'SjIux84uGuTKHFmAa460dHD8183g',
  ),
  'TIFF of 20000 × 20000': tiff(20_000, 20_000),
  'SVG of 20000 × 20000': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"><filter id="f">' +
      '<feTurbulence baseFrequency=".1" numOctaves="9"/></filter><rect width="100%" height="100%" filter="url(#f)"/></svg>',
  ),
};

/** The AVIF bomb, but with a container that claims a small size. */
export function lyingAvif(): Buffer {
  const avif = Buffer.from(BOMBS['AVIF of 8000 × 8000'] ?? '');
  const size = avif.indexOf('ispe') + 8;
  avif.writeUInt32BE(640, size);
  avif.writeUInt32BE(360, size + 4);
  return avif;
}

/** Repeats the last scan of a progressive JPEG many times; each takes as long to decode as the whole image. */
export function manyScans(progressive: Buffer, scans: number): Buffer {
  const tables = progressive.lastIndexOf(Buffer.of(0xff, 0xc4));
  const scan = progressive.subarray(tables, -2);
  return Buffer.concat([progressive.subarray(0, -2), ...Array(scans).fill(scan), progressive.subarray(-2)]);
}

/** A black image with one bit per pixel. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A single two-colour frame that ends before its first pixel. */
function gif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const colours = Buffer.from('000000ffffff', 'hex');
  const frame = Buffer.concat([Buffer.from('2c00000000', 'hex'), size, Buffer.of(0)]);
  const screen = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.of(0x80, 0, 0), colours]);
  return Buffer.concat([screen, frame, Buffer.from('02024c01003b', 'hex')]);
}

/** A single strip with one bit per pixel and no data. */
function tiff(width: number, height: number): Buffer {
  const tags = [
    [256, width],
    [257, height],
    [258, 1],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, (width / 8) * height],
  ];
  const bytes = Buffer.alloc(8 + 2 + tags.length * 12 + 4);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  for (const [index, [tag = 0, value = 0]] of tags.entries()) {
    const at = 10 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(4, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  return bytes;
}

function decode(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}
