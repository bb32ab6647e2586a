// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { pages } from '../testing/open-page.tsx';
import { administrator, shopPerson } from '../testing/people.ts';
import { router } from './router.ts';

const { open } = pages();

test('the list of addresses, by which the server knows a page that does not exist, is that of the router', async () => {
  await open('/merchant/dashboard', { as: shopPerson() });
  await open('/admin', { as: administrator() });
  // A path that ends in `$` catches unknown addresses.
  const addresses = Object.keys(router.routesByPath).filter((path) => !path.endsWith('$'));
  expect(addresses.length).toBeGreaterThan(50);
  const list = `${JSON.stringify(addresses.sort(), undefined, 2)}\n`;
  await expect(list).toMatchFileSnapshot('../../page-addresses.json');
});
