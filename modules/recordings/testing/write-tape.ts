/**
 * Records a hundred small frames a second until it is killed: `write-tape.ts <tapes folder> <session id>`. Prints each
 * frame's id after appending it; frame n contains bytes n, n+1, … after its JPEG marker.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { openTape } from '../tape/tape.ts';

const [tapesDir = '', sessionId = ''] = process.argv.slice(2);
const tape = openTape(tapesDir, { sessionId, startedAt: Date.now(), fps: 16 });
for (let frameId = 0; ; frameId += 1) {
  const at = Date.now();
  tape.append(newFrame({ id: frameId, at }, sampleJpeg(frameId)), at);
  writeFileSync(process.stdout.fd, `${frameId} ${at}\n`);
  await wait(10);
}

function sampleJpeg(frameId: number): Uint8Array {
  const jpeg = new Uint8Array(5_000).map((_, index) => frameId + index);
  jpeg.set([0xff, 0xd8]);
  return jpeg;
}
