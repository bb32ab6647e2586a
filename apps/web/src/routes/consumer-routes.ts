import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireRole } from '../features/session/guards.ts';
import { historySearch } from '../features/consumer/wallets/history-search.ts';
import { goTo, rootRoute } from './root-route.tsx';
import { screenWithQueries } from './lazy-screens.tsx';

type WizardSearch = {
  /** The wizard or form that is open on the page. */
  way?: 'mpesa' | 'withdraw' | 'code';
  /** Id of the registered payment, so that a reload or a shared URL opens it again. */
  requestId?: string;
  step?: 2 | 3;
  /** `hand`: the buyer pays by hand instead of with a prompt. */
  by?: 'hand';
};

function wizardSearch(search: Record<string, unknown>): WizardSearch {
  return {
    ...(search.way === 'mpesa' || search.way === 'withdraw' || search.way === 'code'
      ? { way: search.way }
      : {}),
    ...(typeof search.requestId === 'string' ? { requestId: search.requestId } : {}),
    ...(search.step === 2 || search.step === 3 ? { step: search.step } : {}),
    ...(search.by === 'hand' ? { by: 'hand' } : {}),
  };
}

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  beforeLoad: requireRole('ROLE_USER'),
  component: screenWithQueries(
    async () => (await import('../features/shell/consumer-shell.tsx')).ConsumerShell,
  ),
});

const dashboardIndexRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/',
  component: lazyRouteComponent(
    () => import('../features/consumer/dashboard/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
});

const buyGiftsRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/buy-gifts',
  validateSearch: wizardSearch,
  component: lazyRouteComponent(
    () => import('../features/consumer/purchases/buy-gifts-screen.tsx'),
    'BuyGiftsScreen',
  ),
});

const redeemRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/redeem',
  validateSearch: wizardSearch,
  component: lazyRouteComponent(
    () => import('../features/consumer/withdrawals/redeem-screen.tsx'),
    'RedeemScreen',
  ),
});

const walletRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/wallet',
  component: lazyRouteComponent(
    () => import('../features/consumer/wallets/wallet-screen.tsx'),
    'WalletScreen',
  ),
});

const transactionsRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/transactions',
  validateSearch: historySearch,
  component: lazyRouteComponent(
    () => import('../features/consumer/wallets/history-screen.tsx'),
    'HistoryScreen',
  ),
});

const paymentRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/transactions/$id',
  component: lazyRouteComponent(
    () => import('../features/consumer/payment/payment-screen.tsx'),
    'PaymentScreen',
  ),
});

const profileRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/profile',
  component: lazyRouteComponent(
    () => import('../features/consumer/profile/profile-screen.tsx'),
    'ProfileScreen',
  ),
});

const lettersRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/support',
  component: lazyRouteComponent(
    () => import('../features/consumer/support/letters-screen.tsx'),
    'LettersScreen',
  ),
});

const unknownDashboardRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '$',
  beforeLoad: goTo('/dashboard'),
});

export const dashboardRoutes = dashboardRoute.addChildren([
  dashboardIndexRoute,
  buyGiftsRoute,
  redeemRoute,
  walletRoute,
  transactionsRoute,
  paymentRoute,
  profileRoute,
  lettersRoute,
  unknownDashboardRoute,
]);
