import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { scriptTargets, styleTargets } from './browser-floor.ts';
import { brotli } from './vite-brotli.ts';
import { shortContract } from './vite-contract.ts';
import { developers } from './vite-developers.ts';
import { pages } from './vite-pages.ts';
import { serviceWorker } from './vite-service-worker.ts';
import { zodWithoutEval } from './vite-zod.ts';

const API = process.env.API_URL ?? 'http://localhost:4000';

// Each group is one file. Thirty small files compress to 12 KB more, and load one after another.
const group = (name: string, ...modules: string[]) => ({ name, test: new RegExp(modules.join('|'), 'u') });

const GROUPS = [
  // Every page.
  group(
    'first',
    'node_modules/@tanstack/react-router/',
    'src/main',
    'src/api/(?:call|claims|exchange|refresh|sealed|test-key|token)',
    'src/i18n/(?:catalogue|language|languages|rich-text|say|unbroken)[.]tsx?$',
    'src/features/session/(?:areas|guards|session)',
    'src/features/settlement-batch/settlement-search',
    'src/features/shell/(?:page-|root|update)',
    'lucide-react/dist/esm/icons/eye[.]mjs$',
    'packages/contract/src/(?:format|parse-url|pasted|role-sets)[.]ts$',
    'src/ui/(?:alert|button|error-state|field[.]|icon|language-switch|page-title|skeleton[.]|theme|toast)',
  ),
  // Schemas check typed values; a screen that only makes calls does not need them.
  group(
    'schemas',
    'node_modules/zod/',
    'packages/contract/src/(?:money|names|pasted-address|roles|text|vouchers-status)[.]ts$',
  ),
  group('user-schemas', 'packages/contract/src/(?:users|users-sign-up|webauthn)[.]ts$'),
  // Every sign-in page.
  group('fields', 'src/ui/(?:checkbox|password-field)[.]tsx$'),
  group('door', 'src/features/session/(?:door|login-)'),
  // Pages with queries: the page of a gift, and every screen behind a sign-in.
  group(
    'queries',
    // Infinite lists belong to the screens behind a sign-in.
    'node_modules/@tanstack/(?:query-core|react-query)/(?!.*(?:useInfiniteQuery|infiniteQueryObserver))',
    'src/api/query-',
    'src/features/voucher-page/shop-tile',
    'src/features/session/queries-provider',
    'src/ui/(?:badge|copy-button|empty-state|first-name|ink-on|money|print-area|search-field|ticket-state|time-text)[.]tsx?$',
    'icons/(?:copy|search|shield-exclamation-point)[.]mjs$',
    'packages/contract/src/merchants-categories[.]ts$',
  ),
  // Saving, printing and sharing: every screen behind a sign-in, and *More* on the page of a gift.
  group(
    'files',
    'src/features/files/use-download',
    'src/api/save-file',
    'icons/(?:download|printer|share-2)[.]mjs$',
    'packages/contract/src/receipts[.]ts$',
  ),
  // Every screen behind a sign-in; dozens of icons and small parts would each be a request.
  group(
    'signed-in',
    'node_modules/@tanstack/(?:query-core|react-query)/.*(?:useInfiniteQuery|infiniteQueryObserver)',
    'packages/contract/src/voucher-(?:alias|code)[.]ts$',
    'src/api/live-updates/live[.]ts$',
    'src/features/loading/',
    'src/features/shell/(?:frame|sidebar|slide-over|theme-item|page-name)',
    'src/ui/(?:avatar|bar-chart|calendar-text|data-table|dialog|facts|form-dialog|initials|select-field|sheet)[.]tsx?$',
    'src/ui/(?:shillings-typed|skeleton-shapes|stat-card|ticket-swatch|time[.]tsx|trend-up|use-online)',
    'icons/trending-up[.]mjs$',
    'icons/(?:arrow-down-left|arrow-right-left|chart-column|circle-question-mark|gift|key-round|landmark|layout-dashboard|mail|scan-line|settings|smartphone|store|ticket|undo-2)[.]mjs$',
  ),
  // Forms use its schemas; the contracts of lists and gifts only refer to them.
  group('purchases', 'packages/contract/src/(?:example-values|purchases)[.]ts$'),
  // The screens of consumers.
  group(
    'consumer',
    'src/features/consumer/(?:activities/|balance-card|order-status|wallets/use-dashboard-stats)',
    'src/features/(?:messages/use-keep-push|shell/account-language)',
    'packages/contract/src/wallets[.]ts$',
  ),
  group(
    'portal-schemas',
    'packages/contract/src/(?:administrators|approvals|merchants|merchants-places)[.]ts$',
  ),
  // The session's owner: every screen behind a sign-in.
  group(
    'session',
    'src/api/(?:cipher|device-key)[.]ts$',
    'src/features/session/(?:who-is|who-works)[.]ts$',
    'packages/contract/src/(?:users|merchants|administrators)-details[.]ts$',
  ),
  // The screens of shops and administrators.
  group(
    'portals',
    'src/ui/(?:brand-|more-button)',
    'src/features/lists/use-pages',
    'src/features/merchant/day-closes/close-my-day',
    'src/features/merchant/transactions/transaction-search[.]ts$',
    'packages/contract/src/(?:merchant-api-access|webhook-events)[.]ts$',
    'icons/(?:chevron-down|plus)[.]mjs$',
  ),
  // Address parsers of the administrators' routes, which their screens use as well.
  group('searches', 'src/features/admin/.*(?:-search|merchant-status)[.]ts$'),
  // The administrators' first page, and most others there.
  group(
    'office',
    'src/features/admin/(?:action-button|alerts/use-alerts|count-text|figure-text|signed-|use-rights)',
    'src/features/admin/(?:search/find-requests|work-list/use-work-list)',
    'src/features/admin/(?:merchants/brand-tile|transactions/describe-transaction)',
    'packages/contract/src/alerts[.]ts$',
    'src/api/admin-query-keys[.]ts$',
    'icons/scale[.]mjs$',
  ),
  group(
    'office-dashboard',
    'src/features/admin/(?:dashboard/|system-health/(?:health-lines|health-words|system-health|use-health))',
  ),
  group(
    'public-settings',
    'src/features/(?:stops/|consumer/settings/use-public-settings)',
    'packages/contract/src/settings[.]ts$',
  ),
  group('ticket', 'src/ui/(?:ticket|ticket-skeleton)[.]tsx?$'),
  // The page of a gift.
  group(
    'voucher',
    'src/features/voucher-page/(?:say-thanks|use-(?:code|voucher)[.]|voucher-)',
    'src/features/shell/public-head',
    'packages/contract/src/vouchers[.]ts$',
  ),
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    zodWithoutEval(),
    shortContract(),
    react(),
    // Vite optimises the styles, for our browsers.
    tailwindcss({ optimize: false }),
    pages(),
    developers(),
    serviceWorker(),
    brotli(),
  ],
  // The polyfill and inlined assets would need a looser Content-Security-Policy than ours.
  build: {
    target: scriptTargets,
    cssTarget: styleTargets,
    modulePreload: {
      polyfill: false,
      // The file names of all dependencies would add several KB to the first visit.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((name) => name.endsWith('.css')),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'developers.html'],
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
  server: { proxy: { '/api': API } },
  preview: { proxy: { '/api': API } },
});
