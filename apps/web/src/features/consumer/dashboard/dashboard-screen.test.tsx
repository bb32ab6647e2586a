import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DashboardScreen } from './dashboard-screen.tsx';

test('S56 a dashboard without a user says that no user data is available', () => {
  expect(renderToStaticMarkup(<DashboardScreen />)).toContain('No user data available');
});
