/** What an answer that is data, and never a page, tells a browser. */
const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const PARTS = /^\/(?:assets|cards|cloth|icons)\//u;

/** For scripts, styles, typefaces and drawings, which a page loads. */
const PART_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

// The page that reads the OpenAPI document brings a policy of its own, and a service worker lives under that of its script.
const WITHOUT_PAGES = /^\/(?:api\/(?!docs)|theme\.js$)/u;

/** Without inline script. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  // Text becomes markup or script in two places only: the service worker's address, and the sandboxed frame in which
  // administrators look at a mail.
  "require-trusted-types-for 'script'",
  'trusted-types service-worker mail-preview',
].join(';');

const PAGE_HEADERS = {
  ...DATA_HEADERS,
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  // Our own pages may ask for the camera, which reads vouchers at a till, and for passkeys; for nothing else of the device.
  'permissions-policy':
    'camera=(self), publickey-credentials-create=(self), publickey-credentials-get=(self), microphone=(), geolocation=(), payment=(), usb=()',
};

/**
 * Pages get all headers; data, and files that are no pages, get the few that mean something to them: a page loads twenty files,
 * and each would bring a kilobyte of headers. All are constants, because they are on every redemption.
 */
export function securityHeadersOf(url: string): Record<string, string> {
  if (WITHOUT_PAGES.test(url)) return DATA_HEADERS;
  return PARTS.test(url) ? PART_HEADERS : PAGE_HEADERS;
}
