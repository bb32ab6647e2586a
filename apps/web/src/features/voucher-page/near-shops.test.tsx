// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { findNearShops, viewVoucher } from '@zawadi/contract/vouchers';
import { afterEach, expect, test } from 'vitest';
import { answer } from '../../testing/contract-answers.ts';
import { publicGift, shopOf } from '../../testing/money.ts';
import { pages } from '../../testing/open-page.tsx';

const { open } = pages();

afterEach(() => void Reflect.deleteProperty(navigator, 'geolocation'));

test('lists the nearest shops for a rounded position, or says that the browser refused it', async () => {
  const near = { shops: [{ ...shopOf('Duka la Juma'), distanceMetres: 1_240 }], withoutMap: 3 };
  const page = await open('/v/a-token-from-a-link', {
    answers: [
      answer(viewVoucher, publicGift({ shops: [shopOf('Aaa Kiosk')], shopCount: 2 })),
      answer(findNearShops, near),
    ],
  });
  let isRefused = true;
  const geolocation = {
    getCurrentPosition: (found: PositionCallback, failed: PositionErrorCallback) => {
      if (isRefused) failed({ code: 1 } as GeolocationPositionError);
      else found({ coords: { latitude: -0.28331, longitude: 36.06669 } } as GeolocationPosition);
    },
  };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  await page.press('Near me');
  expect(await screen.findByText(/^Your browser did not give us your position/u)).toBeDefined();
  expect(page.sent(findNearShops)).toEqual([]);
  await page.press('Near me');
  expect(await screen.findByText('Aaa Kiosk')).toBeDefined();
  isRefused = false;
  await page.press('Near me');
  expect(await screen.findByText('1.2 km away')).toBeDefined();
  expect(screen.getByText(/^Shops without a place on the map/u)).toBeDefined();
  expect(page.sent(findNearShops)).toEqual([{ latitude: -0.283, longitude: 36.067 }]);
});
