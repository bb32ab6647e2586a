import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { drawLinkCard, readLinkCard } from './link-card.ts';

let system: TestSystem;
let folder = '';
let picture = '';
beforeAll(async () => {
  system = await createTestSystem();
  folder = mkdtempSync(join(tmpdir(), 'zawadi-cards-'));
  picture = join(folder, 'eid.png');
  await sharp({ create: { width: 1_200, height: 630, channels: 3, background: '#fdf7e8' } })
    .png()
    .toFile(picture);
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true });
});

test('the preview card of a claim link names only the sender, and fetching it does not open the gift', async () => {
  const buyer = await newConsumer(system);
  const { claimToken, voucherId } = await makeGift(system, { amount: 500, buyerId: buyer.user.id });
  const card = await readLinkCard(system.deps, claimToken);
  expect(card?.title).toMatch(/^\S+ sent you a gift$/u);
  const { rows } = await system.owner.query('select opened_at from vouchers where id = $1', [voucherId]);
  expect(rows).toEqual([{ opened_at: null }]);
  expect(await readLinkCard(system.deps, 'no-such-token')).toBeUndefined();
  await system.owner.query(`update vouchers set deliver_at = now() + interval '1 day' where id = $1`, [
    voucherId,
  ]);
  expect(await readLinkCard(system.deps, claimToken)).toBeUndefined();
});

test('the preview card names the amount if the buyer chose so', async () => {
  const { claimToken } = await makeGift(system, { amount: 5_000, showsAmount: true });
  const card = await readLinkCard(system.deps, claimToken);
  expect(card?.title).toMatch(/^\S+ sent you a gift of KES 4,750$/u);
});

test('the preview card has its text in the middle square, for any name, without a system font', async () => {
  for (const name of ['Amina', 'Wanjikũ', 'A shop with a very long name that goes on', '😀 <b>&"']) {
    const card = await drawLinkCard(`${name} sent you a gift`, picture);
    expect(card.length).toBeLessThan(100_000);
    const { data, info } = await sharp(card).greyscale().raw().toBuffer({ resolveWithObject: true });
    const columns = [...data.keys()].filter((at) => (data[at] ?? 255) < 128).map((at) => at % info.width);
    expect(columns.length, name).toBeGreaterThan(1_000);
    expect(
      columns.reduce((least, x) => Math.min(least, x)),
      name,
    ).toBeGreaterThanOrEqual(280);
    expect(
      columns.reduce((most, x) => Math.max(most, x)),
      name,
    ).toBeLessThanOrEqual(920);
  }
});

test('the preview card draws ũ and ĩ of Kenyan names with their tilde, and ĩ without a dot', async () => {
  const plain = await drawLinkCard('Wanjiru Mwirigi', picture);
  const spelt = await drawLinkCard('Wanjirũ Mwĩrĩgi', picture);
  const [without, withTildes] = await Promise.all([inkOf(plain), inkOf(spelt)]);
  expect(Math.abs(withTildes.columns - without.columns)).toBeLessThan(40);
  expect(withTildes.pixels).toBeGreaterThan(without.pixels + 50);
});

test('the preview card draws names in Arabic and Amharic, and no giver’s name in another script', async () => {
  const title = 'sent you a gift';
  const someone = await drawLinkCard(`Someone ${title}`, picture);
  expect((await drawLinkCard(`王小明 ${title}`, picture)).equals(someone)).toBe(true);
  expect(
    (await drawLinkCard(`王小明 Noodles ${title}`, picture)).equals(
      await drawLinkCard(`Noodles ${title}`, picture),
    ),
  ).toBe(true);
  for (const name of ['محمد', 'አበበ'])
    expect((await drawLinkCard(`${name} ${title}`, picture)).equals(someone)).toBe(false);
});

/** Counts a card's dark pixels, and the columns that contain dark pixels. */
async function inkOf(card: Buffer): Promise<{ pixels: number; columns: number }> {
  const { data, info } = await sharp(card).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = [...data.keys()].filter((at) => (data[at] ?? 255) < 128);
  return { pixels: dark.length, columns: new Set(dark.map((at) => at % info.width)).size };
}
