/** Playwright's own list, named again: of two lists a browser takes the last. */
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

/** Each window loads two pages of its own beside ours for its address bar, which nobody types into here. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A process is started ahead for whatever site comes next; here the next one is the same. */
const SPARE_PROCESS = 'SpareRendererForSitePerProcess';

/**
 * Pages with a policy for openers never share a process with the blank page that stands between tests: each test
 * would start two processes and take a third of a second of processor for them. The answers show the policy itself.
 */
const OPENER_POLICY = 'CrossOriginOpenerPolicy';

/** Leads here, and is no loopback name to browsers. */
export const PLAIN_HTTP_NAME = 'reverie.test';

/** Arguments of every test's browser. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--host-resolver-rules=MAP ${PLAIN_HTTP_NAME} 127.0.0.1`,
  `--disable-features=${[...LEFT_OUT_BY_PLAYWRIGHT, ...ADDRESS_BAR, SPARE_PROCESS, OPENER_POLICY].join(',')}`,
];
