import { descriptorLimit } from '../../modules/kit/http/descriptors.ts';
import { type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';

/** A live dream uses a few descriptors, a browser loading a page up to six, and an attacker opening sockets many. */
const FEW = 4096;

/** Checks that many connections can't exhaust the descriptors that the program needs. */
export function diagnoseDescriptors(limit = descriptorLimit()): Finding {
  if (limit === null) return ok('the system does not tell how many files may be open');
  return limit < FEW
    ? warning(
        `only ${limit} files and connections may be open at once`,
        'Raise the limit: ulimits in a compose file, LimitNOFILE=65536 in a systemd unit, ulimit -n 65536 in a shell.',
      )
    : ok(`${limit} files and connections may be open at once`);
}
