/** Repeats Playwright's own list, because browsers use only the last one given. */
const LEFT_OUT_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** For its address bar, each window would load two extra pages, which no test uses. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A process started ahead for the next site; tests stay on the same one. */
const SPARE_PROCESS = 'SpareRendererForSitePerProcess';

/**
 * Pages with an opener policy can't share a process with the blank page between tests, so each test would start two
 * processes and cost a third of a second of CPU. Other tests check the header itself.
 */
const OPENER_POLICY = 'CrossOriginOpenerPolicy';

/**
 * Most of a page's script runs only a few times, so it is compiled for long runs later than usual. Loops over
 * pixels and sound get there anyway. Small models finish before WebAssembly compiled for speed pays.
 */
const LATE_COMPILING = [
  '--interrupt-budget=2000000',
  '--invocation-count-for-maglev=8000',
  '--invocation-count-for-turbofan=60000',
  '--liftoff-only',
];

/** Resolves to this machine, but isn't a loopback name to browsers. */
export const PLAIN_HTTP_NAME = 'reverie.test';

/** Arguments for the browsers of tests and benches. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--host-resolver-rules=MAP ${PLAIN_HTTP_NAME} 127.0.0.1`,
  `--disable-features=${[...LEFT_OUT_BY_PLAYWRIGHT, ...ADDRESS_BAR, SPARE_PROCESS, OPENER_POLICY].join(',')}`,
];

/** Arguments for the browsers of all tests. */
export const TEST_BROWSER_ARGS = [...BROWSER_ARGS, `--js-flags=${LATE_COMPILING.join(',')}`];
