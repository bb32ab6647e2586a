import {
  nameOfShop,
  SHOP_CATEGORIES_IN_SWAHILI,
  SHOP_CATEGORY_NAMES,
  type PublicVoucher,
  type Shop,
  type ShopCategory,
} from '@zawadi/contract';
import { colour, MM, type Sheet } from './sheet.ts';

type Language = 'en' | 'sw';

type Words = {
  where: string;
  /** Heading for shops outside the listed towns, or without a place. */
  elsewhere: string;
  more: (count: number) => string;
};

const WORDS: Record<Language, Words> = {
  en: {
    where: 'Where to spend it',
    elsewhere: 'Other places',
    more: (count) => `and ${count} more: your gift’s page has them all`,
  },
  sw: {
    where: 'Mahali pa kuitumia',
    elsewhere: 'Mahali pengine',
    more: (count) => `na mengine ${count}: yote yako kwenye ukurasa wa zawadi yako`,
  },
};

const COLUMNS = 3;
const GAP = 12;
const HEADING = { size: 10.5, face: 'strong' as const, lineHeight: 18, tag: 'H3' as const };
const NAME = { size: 10, lineHeight: 13, tag: 'LBody' as const };
const DETAIL = { size: 8.5, lineHeight: 11, tag: 'LBody' as const };
const AFTER_SHOP = 5;
const AFTER_TOWN = 6;

type Line = { town: string | undefined; name: string; detail: string; height: number };

/**
 * Draws shops by town, with goods and street, in three columns; as many as fit.
 * @param top in points
 * @returns the y below the columns, in points
 */
export function drawShops(sheet: Sheet, top: number, voucher: PublicVoucher): number {
  const { left, line, bottom } = sheet;
  const words = WORDS[sheet.language];
  const begin = top + 24;
  const room = bottom - 16 * MM - begin;
  const lines = linesOf(sheet, voucher.shops, words);
  const longest = Math.min(room, heightOfColumns(lines, room));
  const column = { width: sheet.width / COLUMNS, height: longest };
  if (lines.length === 0 || (lines[0]?.height ?? 0) > room) return top;
  line(words.where, { x: left, y: top }, { size: 12.5, face: 'strong', tag: 'H2' });
  let [shown, place, y] = [0, 0, 0];
  let below = 0;
  for (const one of lines) {
    if (y > 0 && y + one.height > column.height) [place, y] = [place + 1, 0];
    if (place === COLUMNS) break;
    drawLine(sheet, { x: left + place * column.width, y: begin + y }, one);
    [shown, y] = [shown + 1, y + one.height];
    below = Math.max(below, begin + y);
  }
  const others = voucher.shopCount - shown;
  if (others > 0) line(words.more(others), { x: left, y: below + 4 }, { size: 9, color: colour.muted });
  return below + 18;
}

/** Lists shops in drawing order; the first shop of each town also has the town's heading. */
function linesOf(sheet: Sheet, shops: readonly Shop[], words: Words): Line[] {
  const width = sheet.width / COLUMNS - GAP;
  const headingOf = ({ town }: Shop) => (town === undefined || town === 'Other' ? words.elsewhere : town);
  const hasTowns = shops.some(({ town }) => town !== undefined);
  const isElsewhere = (shop: Shop) => headingOf(shop) === words.elsewhere;
  const ordered = shops.toSorted(
    (a, b) =>
      Number(isElsewhere(a)) - Number(isElsewhere(b)) || headingOf(a).localeCompare(headingOf(b), 'en'),
  );
  return ordered.map((shop, place) => {
    const before = ordered[place - 1];
    const isFirst = before === undefined || headingOf(before) !== headingOf(shop);
    const town = hasTowns && isFirst ? headingOf(shop) : undefined;
    const { category, street } = shop;
    const name = nameOfShop(shop);
    const sold =
      category === undefined || category === 'other' ? undefined : nameOf(category, sheet.language);
    const detail = [sold, street].filter((part) => part !== undefined).join(', ');
    const detailRows = detail === '' ? 0 : sheet.linesOf(detail, width, DETAIL).length;
    const rows = sheet.linesOf(name, width, NAME).length * NAME.lineHeight + detailRows * DETAIL.lineHeight;
    const heading = town === undefined ? 0 : HEADING.lineHeight + (place > 0 ? AFTER_TOWN : 0);
    return { town, name, detail, height: heading + rows + AFTER_SHOP };
  });
}

function nameOf(category: Exclude<ShopCategory, 'other'>, language: Language): string {
  const name = SHOP_CATEGORY_NAMES[category];
  return language === 'sw' ? SHOP_CATEGORIES_IN_SWAHILI[name] : name;
}

/** Finds the smallest column height, in points, that fits all lines; returns `room` if the lines do not fit. */
function heightOfColumns(lines: readonly Line[], room: number): number {
  const least = Math.max(...lines.map(({ height }) => height), 0);
  for (let height = least; height < room; height += 4) {
    let [columns, y] = [1, 0];
    for (const one of lines) {
      if (y > 0 && y + one.height > height) [columns, y] = [columns + 1, 0];
      y += one.height;
    }
    if (columns <= COLUMNS) return height;
  }
  return room;
}

function drawLine(sheet: Sheet, { x, y }: { x: number; y: number }, one: Line): void {
  const width = sheet.width / COLUMNS - GAP;
  let below = y;
  if (one.town !== undefined) below = sheet.paragraph(one.town, { x, y, width }, HEADING);
  sheet.group('L', () =>
    sheet.group('LI', () => {
      below = sheet.paragraph(one.name, { x, y: below, width }, NAME);
      if (one.detail !== '')
        sheet.paragraph(one.detail, { x, y: below, width }, { ...DETAIL, color: colour.muted });
    }),
  );
}
