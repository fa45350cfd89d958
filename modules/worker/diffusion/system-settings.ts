/** Variables that graphics drivers read, beside those that every process of ours gets. */
const DRIVERS = /^(DISPLAY|CUDA_\w+|NVIDIA_\w+|VK_\w+)$/;
/** The way to the model hub and to the package registry. */
const NETWORK =
  /^(https?_proxy|no_proxy|all_proxy|ssl_cert_(file|dir)|node_extra_ca_certs|(npm|bun)_config_(registry|cafile))$/i;

/** System settings for the process that runs a model. */
export const driverSettings = () => settingsNamed(DRIVERS);

/** System settings for a worker that also fetches engine and model. */
export const fetchSettings = () => ({ ...settingsNamed(DRIVERS), ...settingsNamed(NETWORK) });

function settingsNamed(wanted: RegExp): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => wanted.test(entry[0])),
  );
}
