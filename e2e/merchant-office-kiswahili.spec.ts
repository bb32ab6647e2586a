import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { openTill } from '@zawadi/story/steps';
import { addressOf } from './helpers/addresses.ts';
import { expectKiswahili } from './helpers/kiswahili.ts';
import { overflowOf } from './helpers/overflow.ts';
import { payToPhone, SALES, sell, settle } from './helpers/sales.ts';
import { addColleague, openShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

const HOME = '/merchant/dashboard';

/** What the people of these journeys are called and have typed. */
const TYPED = [
  'Duka la Ofisi',
  'Wanjiku Kamau',
  'Brian Otieno',
  'Grace Wambui',
  'Hassan Abdi',
  'Juma Otieno',
  'example.test',
  'shop.',
  'zawadi.test',
];

/** Calls, which are code. */
const CALLS = ['GET', 'POST', 'api', 'vouchers', 'transactions', 'settlements', 'create', 'redeem'];

/** Signs in with the page in Swahili, which it stays in. */
async function signInInSwahili(page: Page, merchantCode: string, path: string): Promise<void> {
  await page.goto(`/merchant/login?lang=sw&from=${encodeURIComponent(`${HOME}${path}`)}`);
  await page.getByLabel('Msimbo wa mfanyabiashara').fill(merchantCode);
  await page.getByLabel('Nenosiri', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Ingia', exact: true }).click();
  await expect(page).toHaveURL((url) => url.pathname === `${HOME}${path}`);
}

/** Opens a page in Swahili on a small phone, and expects that all of it is and fits. */
async function look(page: Page, path: string, typed: readonly string[] = []): Promise<void> {
  await page.goto(`${HOME}${path}?lang=sw`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectKiswahili(page, [...TYPED, ...typed]);
  expect(await overflowOf(page), path).toEqual([]);
}

/** Presses a button, looks at the dialog that it opens, and closes it. */
async function lookInto(page: Page, button: string, send?: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  if (send !== undefined) {
    await dialog.getByRole('button', { name: send, exact: true }).click();
    await expect(dialog.getByRole('alert').first()).toBeVisible();
  }
  await expectKiswahili(page, TYPED);
  expect(await overflowOf(page), button).toEqual([]);
  await dialog.getByRole('button', { name: 'Ghairi', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test.use({ viewport: { width: 360, height: 740 } });

test('a shop reads its settlements, invoices, reports and help in Swahili', async ({ page, world, meet }) => {
  const shop = await openShop(world, 'Duka la Ofisi');
  await signInInSwahili(page, shop.merchantCode, '/settlements');
  await expect(page.getByText('Hatujui pa kukulipa.')).toBeVisible();
  await expectKiswahili(page, TYPED);
  await look(page, '/reports');
  await expect(
    page.getByRole('heading', { name: 'Hakuna kilichokombolewa katika kipindi hiki' }),
  ).toBeVisible();

  await sell(world, shop, await meet('Amina', 'Wanjiru'), SALES);
  await payToPhone(world, shop, '254722000111');
  await settle(world, shop);
  await look(page, '/settlements');
  await page.getByRole('link', { name: /^ST-/u }).first().click();
  await expect(page.getByRole('heading', { name: 'Yaliyotokea' })).toBeVisible();
  await expect(page.getByText('Fungu limetengenezwa')).toBeVisible();
  await expectKiswahili(page, TYPED);
  expect(await overflowOf(page)).toEqual([]);
  await look(page, '/settlements/ST-20261120-7KQ2M');

  for (const by of ['Kwa siku', 'Kwa saa', 'Kwa mfanyakazi']) {
    await look(page, '/reports');
    await page.getByRole('button', { name: by }).click();
    await expect(page.getByRole('table', { name: /^Mauzo/u })).toBeVisible();
    await expectKiswahili(page, TYPED);
  }
  await look(page, '/settlements/invoices');
  await page.getByRole('button', { name: 'Badilisha', exact: true }).click();
  await page.getByLabel('PIN ya KRA').fill('12');
  await page.getByRole('button', { name: 'Hifadhi', exact: true }).click();
  await expect(page.getByText('Tafadhali andika PIN ya KRA kama P051234567X')).toBeVisible();
  await expectKiswahili(page, TYPED);

  await look(page, '/support');
  for (const question of await page.locator('summary').all()) await question.click();
  await expectKiswahili(page, TYPED);
  await page.getByLabel('Tafuta msaada').fill('rejesha');
  await expect(page.locator('summary')).toHaveText(['Nabatilishaje ukomboaji?']);
  await page.getByLabel('Tafuta msaada').fill('zebra');
  await expect(page.getByRole('heading', { name: 'Hakuna jibu lililopatikana' })).toBeVisible();
  await page.getByRole('button', { name: 'Tuma ujumbe' }).click();
  await expect(page.getByText('Tafadhali jaza sehemu zote zinazohitajika').first()).toBeVisible();
  await expectKiswahili(page, [...TYPED, 'zebra']);
  await page.getByLabel('Mada').fill('Vocha haisomeki');
  await page.getByLabel('Ujumbe').fill('Tangu asubuhi.');
  await page.getByRole('button', { name: 'Tuma ujumbe' }).click();
  await expect(page.getByRole('heading', { name: 'Ujumbe wako umetumwa' })).toBeVisible();
  await expectKiswahili(page, [...TYPED, 'zebra']);
});

test('an owner changes the settings of a shop in Swahili, and a cashier sees their own', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Ofisi');
  const juma = await addColleague(world, shop, { name: 'Juma Otieno', handle: 'juma', staffRole: 'cashier' });
  await signInInSwahili(page, shop.merchantCode, '/settings');
  await expect(page.getByRole('heading', { name: 'Mipangilio', level: 1 })).toBeVisible();
  await look(page, '/settings');
  await lookInto(page, 'Hariri mawasiliano');
  await lookInto(page, 'Badilisha barua pepe', 'Tuma msimbo');
  await lookInto(page, 'Weka mahali');
  await lookInto(page, 'Weka njia', 'Hifadhi njia');
  await lookInto(page, 'Ongeza wafanyakazi', 'Ongeza wafanyakazi');
  await lookInto(page, 'Simamia Juma Otieno');
  await lookInto(page, 'Badilisha Nenosiri', 'Badilisha Nenosiri');

  await page.getByRole('button', { name: 'Weka saa' }).click();
  await page.getByLabel('Jumatatu: linafunguliwa saa').fill('');
  await page.getByRole('button', { name: 'Hifadhi saa' }).click();
  await expect(page.getByText('Tafadhali andika saa kama 08:30')).toBeVisible();
  await expectKiswahili(page, TYPED);
  await page.getByLabel('Jumatatu: linafunguliwa saa').fill('08:00');
  await page.getByRole('button', { name: 'Hifadhi saa' }).click();
  await expect(page.getByText('Jumatatu hadi Jumamosi')).toBeVisible();
  await page.getByLabel('Mara ngapi').selectOption('weekly');
  await expect(page.getByText('Kila Jumatatu saa')).toBeVisible();
  await page.getByLabel('Rangi ya biashara', { exact: true }).fill('#12');
  await expect(page.getByText('Tafadhali andika rangi kama #7c3a1d')).toBeVisible();
  await expectKiswahili(page, TYPED);
  await page.getByRole('button', { name: 'Weka njia', exact: true }).click();
  await page.getByLabel('Zilipwe kwa').selectOption('paybill');
  await page.getByLabel('Nambari ya pay bill').fill('247247');
  await page.getByLabel('Nambari ya akaunti').fill('0123');
  await page.getByLabel('Nenosiri lako', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Hifadhi njia' }).click();
  await expect(page.getByText('Pay bill 247247, akaunti 0123')).toBeVisible();
  await page.getByLabel('Mara ngapi').selectOption('daily');
  await expectKiswahili(page, TYPED);

  await page.getByRole('button', { name: 'Fungua menyu' }).click();
  await page.getByRole('button', { name: 'Toka', exact: true }).click();
  await expect(page).toHaveURL(/\/merchant\/login/u);
  await signInInSwahili(page, juma, '/settings');
  await expect(page.getByRole('heading', { name: 'Usalama wa Akaunti' })).toBeVisible();
  await expectKiswahili(page, TYPED);
});

test('a developer of a shop finds keys, their protection and the log in Swahili', async ({ page, world }) => {
  const shop = await openShop(world, 'Duka la Ofisi');
  const basic = await openTill(world, shop.merchantCode);
  const authorization = `Basic ${Buffer.from(basic).toString('base64')}`;
  const answer = await fetch(`${addressOf('ZAWADI_URL')}/api/v1/transactions?limit=5`, {
    headers: { authorization },
  });
  expect(answer.status).toBe(200);

  await signInInSwahili(page, shop.merchantCode, '/api');
  await look(page, '/api');
  await lookInto(page, 'Tengeneza siri upya');
  await lookInto(page, 'Zungusha siri');
  await lookInto(page, 'Ongeza ufunguo', 'Ongeza ufunguo');
  await page.getByRole('button', { name: 'Ongeza ufunguo' }).click();
  await page.getByLabel('Jina', { exact: true }).fill('Juma Otieno');
  await page.getByRole('dialog').getByRole('button', { name: 'Ongeza ufunguo' }).click();
  await expect(page.getByText('Itafichwa kabisa baada ya')).toBeVisible();
  await expectKiswahili(page, TYPED);
  await page.getByRole('button', { name: 'Hatua za Juma Otieno' }).click();
  await expectKiswahili(page, TYPED);
  await page.getByRole('menuitem', { name: 'Futa ufunguo' }).click();
  await expect(page.getByRole('heading', { name: 'Ufute ufunguo Juma Otieno?' })).toBeVisible();
  await expectKiswahili(page, TYPED);
  await page.getByRole('button', { name: 'Ibakishe' }).click();

  await page.getByRole('button', { name: 'Toa vocha ya majaribio' }).click();
  await expect(page.getByLabel('Msimbo wa vocha ya majaribio', { exact: true })).toBeVisible();
  for (const example of await page.locator('details > summary').all()) await example.click();
  await page.getByLabel('Anwani au safu').fill('1');
  await page.getByRole('button', { name: 'Ongeza', exact: true }).click();
  await expect(page.getByText('Tafadhali andika anwani (41.90.64.10)')).toBeVisible();
  await expectKiswahili(page, [...TYPED, ...CALLS]);
  await page.getByLabel('Anwani au safu').fill('10.1.2.3');
  await page.getByRole('button', { name: 'Ongeza', exact: true }).click();
  await page.getByRole('switch', { name: 'Orodha ya IP' }).click();
  await expect(
    page.getByRole('heading', { name: 'Anwani yako mwenyewe haiko kwenye orodha. Uendelee?' }),
  ).toBeVisible();
  await expectKiswahili(page, [...TYPED, ...CALLS]);
  await page.getByRole('button', { name: 'Rudi', exact: true }).click();

  await look(page, '/api/log', CALLS);
  await page
    .getByRole('button', { name: /transactions/u })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Jibu' })).toBeVisible();
  await expectKiswahili(page, [...TYPED, ...CALLS]);
});
