import { descriptorLimit } from '../../modules/kit/http/descriptors.ts';
import { type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
import { m } from '../../modules/kit/texts/m.ts';

/** A live dream uses a few descriptors, a browser loading a page up to six, and an attacker opening sockets many. */
const FEW = 4096;

/** Checks that many connections can't exhaust the descriptors that the program needs. */
export function diagnoseDescriptors(limit = descriptorLimit()): Finding {
  if (limit === null) return ok(m.doctor_files_unknown());
  return limit < FEW
    ? warning(m.doctor_files_few({ limit }), m.doctor_files_few_cure())
    : ok(m.doctor_files_ok({ limit }));
}
