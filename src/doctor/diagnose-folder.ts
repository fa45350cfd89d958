import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { error, type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
import { readMarker } from '../backup/restore-marker.ts';
import { readSwitch } from '../backup/switch.ts';
import { folderFault } from '../start/start-words.ts';

/** A five-minute dream uses half of this while it is recorded and compiled. */
const LITTLE_BYTES = 2e9;
const NOTHING_BYTES = 200e6;

/** Checks that DATA_DIR is usable, is private, and has free space. */
export async function diagnoseFolder(dir: string): Promise<Finding[]> {
  const folder = statSync(dir, { throwIfNoEntry: false });
  if (!folder) return [ok(`${dir} will be made by the first start`), judgeRoom(nearest(dir))];
  try {
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (fault) {
    throw folderFault(fault, dir);
  }
  const findings = [ok(`${dir} can be read and written`)];
  if ((folder.mode & 0o077) !== 0)
    findings.push(warning(`others on this machine may look into ${dir}`, `chmod 700 ${dir}`));
  if (readMarker(dir))
    findings.push(error('a restore did not come to its end', 'Run it again, or empty the folder.'));
  if (readSwitch(dir))
    findings.push(
      warning('a restore from the page did not come to its end', 'Start the program, which ends it.'),
    );
  return [...findings, judgeRoom(dir)];
}

function judgeRoom(dir: string): Finding {
  const { bavail, bsize, blocks } = statfsSync(dir);
  const free = bavail * bsize;
  const gigabytes = (free / 1e9).toFixed(1);
  if (blocks === 0) return ok('its file system does not tell how much room it has');
  if (free < NOTHING_BYTES)
    return error(`its disk has ${gigabytes} GB left: nothing is recorded`, 'Make room, or move DATA_DIR.');
  return free < LITTLE_BYTES
    ? warning(`its disk has ${gigabytes} GB left`, 'Make room, or keep media in a bucket: STORAGE_URL.')
    : ok(`its disk has ${gigabytes} GB left`);
}

/** The nearest existing ancestor. */
function nearest(dir: string): string {
  return statSync(dir, { throwIfNoEntry: false }) ? dir : nearest(dirname(dir));
}
