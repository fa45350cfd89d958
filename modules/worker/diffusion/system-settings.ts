/** Variables for graphics drivers, in addition to those that every child process gets. */
const DRIVERS = /^(DISPLAY|CUDA_\w+|NVIDIA_\w+|VK_\w+)$/;
/** Proxy and certificate settings for the model hub and the package registry. */
const NETWORK =
  /^(https?_proxy|no_proxy|all_proxy|ssl_cert_(file|dir)|node_extra_ca_certs|(npm|bun)_config_(registry|cafile))$/i;

/** Environment of a process that runs a model. */
export const driverSettings = () => settingsNamed(DRIVERS);

/** Environment of a worker that also downloads the engine and the model. */
export const fetchSettings = () => ({ ...settingsNamed(DRIVERS), ...settingsNamed(NETWORK) });

function settingsNamed(wanted: RegExp): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => wanted.test(entry[0])),
  );
}
