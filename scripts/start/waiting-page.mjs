// Runs before anything is installed, on any recent Node, so it is plain JavaScript without packages.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const ROOT = join(here, '../..');
const STYLES = ['palette.css', 'scale.css', 'base.css', 'paper.css'];
const RETRY_AFTER_SECONDS = 2;

/**
 * Serves a page at the product's port that says what is being prepared. Answers everything with 503, as a product that
 * cannot serve yet: HTML to a browser, a problem to other callers, whose `step` and `percent` the page reads.
 * @returns undefined if the port cannot be used; the start itself explains that
 */
export async function openWaitingPage({ port, host }) {
  const html = readPage();
  let progress = { step: 'Starting' };
  const server = createServer((request, response) => {
    const wantsPage = /\btext\/html\b/u.test(request.headers.accept ?? '');
    response.writeHead(503, {
      'content-type': wantsPage ? 'text/html; charset=utf-8' : 'application/problem+json',
      'retry-after': RETRY_AFTER_SECONDS,
      'cache-control': 'no-store',
      // An open connection would delay the handover of the port.
      connection: 'close',
    });
    response.end(wantsPage ? html : JSON.stringify(problemOf(progress)));
  });
  const isListening = await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, host, () => resolve(true));
  }).catch(() => false);
  if (!isListening) return undefined;
  return {
    show: (shown) => {
      progress = shown;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function problemOf({ step, percent }) {
  const sentence = percent === undefined ? step : `${step}, ${percent} %`;
  return {
    type: 'about:blank',
    title: 'Zawadi is being prepared',
    status: 503,
    detail: `${sentence}. Try again in a moment.`,
    step,
    percent,
  };
}

function readPage() {
  const styles = STYLES.map((name) => readFileSync(join(ROOT, 'packages/look/src', name), 'utf8')).join('\n');
  const theme = readFileSync(join(ROOT, 'apps/web/public/theme.js'), 'utf8');
  return readFileSync(join(here, 'waiting-page.html'), 'utf8')
    .replace('/* look */', () => styles)
    .replace('/* theme */', () => theme);
}
