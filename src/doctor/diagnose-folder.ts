import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { error, type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
import { formatBytes } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { readMarker } from '../backup/restore-marker.ts';
import { readSwitch } from '../backup/switch.ts';
import { folderFault } from '../start/start-words.ts';

/** A five-minute dream uses half of this while it is recorded and compiled. */
const LITTLE_BYTES = 2e9;
const NOTHING_BYTES = 200e6;

/** Checks that DATA_DIR is usable, is private, and has free space. */
export async function diagnoseFolder(dir: string): Promise<Finding[]> {
  const folder = statSync(dir, { throwIfNoEntry: false });
  if (!folder) return [ok(m.doctor_folder_new({ path: dir })), judgeSpace(nearest(dir))];
  try {
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (fault) {
    throw folderFault(fault, dir);
  }
  const findings = [ok(m.doctor_folder_ok({ path: dir }))];
  if ((folder.mode & 0o077) !== 0)
    findings.push(warning(m.doctor_folder_open({ path: dir }), m.doctor_folder_open_cure({ path: dir })));
  if (readMarker(dir)) findings.push(error(m.doctor_folder_restoring(), m.doctor_folder_restoring_cure()));
  if (readSwitch(dir)) findings.push(warning(m.doctor_folder_switch(), m.doctor_folder_switch_cure()));
  return [...findings, judgeSpace(dir)];
}

function judgeSpace(dir: string): Finding {
  const { bavail, bsize, blocks } = statfsSync(dir);
  const free = bavail * bsize;
  const left = { free: formatBytes(free) };
  if (blocks === 0) return ok(m.doctor_disk_unknown());
  if (free < NOTHING_BYTES) return error(m.doctor_disk_none(left), m.doctor_disk_none_cure());
  return free < LITTLE_BYTES
    ? warning(m.doctor_disk_little(left), m.doctor_disk_little_cure())
    : ok(m.doctor_disk_ok(left));
}

/** The nearest existing ancestor. */
function nearest(dir: string): string {
  return statSync(dir, { throwIfNoEntry: false }) ? dir : nearest(dirname(dir));
}
