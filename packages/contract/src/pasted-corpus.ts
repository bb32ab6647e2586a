/** One pasted value: its origin, the text as pasted, and the value that the field must read. */
type Pasted = { from: string; typed: string; read: string };

/** Values that people paste into one kind of field, and values that the field must refuse. */
export type PastedKind = {
  plain: string;
  read: string;
  honest: readonly Pasted[];
  others: readonly string[];
};

const PHONE = '254712000002';
const EMAIL = 'amina@zawadi.test';
const CODE = '7KQ2M4XD9PABCDEH';
const MARKS = ['\u200b', '\ufeff', '\u200e', '\u00ad', '\u2060'];

/** All kinds of field. A test finds the fields of a kind by whether they read its `plain` value as `read`. */
export const pasted = {
  phone: {
    plain: '0712 000 002',
    read: PHONE,
    honest: [
      ['WhatsApp Web, Windows contacts', '\u202a+254 712 000002\u202c'],
      ['Apple Contacts', '\u202d0712000002\u202c'],
      ['Signal', '\u20680712 000 002\u2069'],
      ['a page in Arabic', '\u200e0712000002'],
      ['Google style guide: no-break hyphens', '0712\u2011000\u2011002'],
      ['Word: en dashes', '0712\u2013000\u2013002'],
      ['a web page: soft hyphen', '0712\u00ad000002'],
      ['a chat: zero width space', '0712\u200b000002'],
      ['a web page: no-break spaces', '0712\u00a0000\u00a0002'],
      ['a web page: narrow spaces', '+254\u202f712\u2009000\u202f002'],
      ['link of a web page', 'tel:+254712000002'],
      ['link with dashes', 'TEL:+254-712-000-002'],
      ['with 00', '00254712000002'],
      ['dialled in Uganda', '000254712000002'],
      ['254 and 0', '+2540712000002'],
      ['254 (0)', '+254 (0) 712 000002'],
      ['a business card', '(0712) 000.002'],
      ['a line of a table', '\t0712000002\r\n'],
      ['full-width keyboard', '\uff10\uff17\uff11\uff12\uff10\uff10\uff10\uff10\uff10\uff12'],
      ['full-width plus', '\uff0b254\u3000712000002'],
      ['Arabic keyboard', '\u0660\u0667\u0661\u0662\u0660\u0660\u0660\u0660\u0660\u0662'],
      ['Persian keyboard', '\u06f0\u06f7\u06f1\u06f2\u06f0\u06f0\u06f0\u06f0\u06f0\u06f2'],
      ['Hindi keyboard', '\u0966\u096d\u0967\u0968\u0966\u0966\u0966\u0966\u0966\u0968'],
      ['figure dashes', '0712\u2012000\u2012002'],
      ['minus signs', '0712\u2212000\u2212002'],
    ].map(([from = '', typed = '']) => ({ from, typed, read: PHONE })),
    others: [
      '+255 712 000 002',
      '00256712000002',
      '+1 712 000 0022',
      '0212 000 002',
      '0812000002',
      '071200000',
      '07120000023',
      '0712000002 / 0722000003',
      '0712000002 ext 4',
      'tel:',
      '\u202a\u202c',
      '0712OOOOO2',
      '+254+712000002',
      '7.12E+08',
      '-0712000002-x',
      'http://0712000002',
    ],
  },
  email: {
    plain: ' Amina@Zawadi.Test ',
    read: EMAIL,
    honest: [
      ...MARKS.map((mark) => [
        `marks around it: ${mark.codePointAt(0)?.toString(16)}`,
        `${mark}${EMAIL}${mark}`,
      ]),
      ['a right-to-left page', `\u2066${EMAIL}\u2069`],
      ['a WhatsApp chat', `\u202a${EMAIL}\u202c`],
      ['link of a web page', `mailto:${EMAIL}`],
      ['link with a subject', `MAILTO:${EMAIL}?subject=Hi`],
      ['a mail program', `Amina Wanjiru <${EMAIL}>`],
      ['a mail program, with marks', `"Wanjiru, Amina" <\u200b${EMAIL}>`],
      ['a mail program, address twice', `${EMAIL} <${EMAIL}>`],
      ['brackets alone', `<${EMAIL}>`],
      ['a list', `${EMAIL}, `],
      ['the end of a sentence', `${EMAIL}.`],
      ['a page that breaks long words', 'amina\u200b@zawadi\u00ad.test'],
      [
        'full-width keyboard',
        '\uff41\uff4d\uff49\uff4e\uff41\uff20\uff5a\uff41\uff57\uff41\uff44\uff49\uff0e\uff54\uff45\uff53\uff54',
      ],
    ].map(([from = '', typed = '']) => ({ from, typed, read: EMAIL })),
    others: [
      'amina',
      '@zawadi.test',
      'mailto:',
      'amina@zawadi.test, brian@zawadi.test',
      'brian@zawadi.test <amina@zawadi.test>',
      'Amina <amina@zawadi.test> Wanjiru',
      'a@b.c\nBcc: d@e.f',
      '<script>@zawadi.test',
      'amina@zawadi',
    ],
  },
  voucherCode: {
    plain: '7kq2-m4xd-9pab-cdeh',
    read: CODE,
    honest: [
      ['Word: en dashes', '7KQ2\u2013M4XD\u20139PAB\u2013CDEH'],
      ['no-break hyphens', '7KQ2\u2011M4XD\u20119PAB\u2011CDEH'],
      ['hyphens, U+2010', '7KQ2\u2010M4XD\u20109PAB\u2010CDEH'],
      ['figure and em dashes', '7KQ2\u2012M4XD\u20149PAB\u2015CDEH'],
      ['minus signs', '7KQ2\u2212M4XD\u22129PAB\u2212CDEH'],
      ['a chat', '\u202a7KQ2-M4XD-9PAB-CDEH\u202c'],
      ['a web page: soft hyphens', '7KQ2\u00adM4XD\u00ad9PAB\u00adCDEH'],
      ['a web page: no-break spaces', '7KQ2\u00a0M4XD\u00a09PAB\u00a0CDEH'],
      ['a zero width space', '\u200b7KQ2M4XD\u200b9PABCDEH\ufeff'],
      [
        'full-width keyboard',
        '\uff17\uff2b\uff31\uff12\uff0d\uff2d\uff14\uff38\uff24\uff0d\uff19\uff30\uff21\uff22\uff0d\uff23\uff24\uff25\uff28',
      ],
      ['small letters', '7kq2 m4xd 9pab cdeh'],
      ['a line of an SMS', '\n7KQ2-M4XD-9PAB-CDEH\n'],
    ].map(([from = '', typed = '']) => ({ from, typed, read: CODE })),
    others: ['7KQ2-M4XD-9PAB', '7KQ2-M4XD-9PAB-CDE6', 'U'.repeat(16), '\u202a\u202c'],
  },
  oneTimeCode: {
    plain: '123 456',
    read: '123456',
    honest: [
      ['an SMS', ' 123 456 '],
      ['an SMS, with a no-break space', '123\u00a0456'],
      ['a chat', '\u202a123456\u202c'],
      ['no-break hyphen', '123\u2011456'],
      ['Arabic keyboard', '\u0661\u0662\u0663\u0664\u0665\u0666'],
      ['full-width keyboard', '\uff11\uff12\uff13\uff14\uff15\uff16'],
    ].map(([from = '', typed = '']) => ({ from, typed, read: '123456' })),
    others: ['12345', '1234567', '12345a', '\u200b', '12.456'],
  },
  /** Merchant codes, receipts and references: letters and digits, read as capitals. */
  merchantCode: {
    plain: ' duka001 ',
    read: 'DUKA001',
    honest: [
      ['a chat', '\u202aDUKA001\u202c'],
      ['a zero width space', '\u200bduka001\ufeff'],
      ['full-width keyboard', '\uff24\uff35\uff2b\uff21\uff10\uff10\uff11'],
      ['no-break space', '\u00a0DUKA001\u00a0'],
    ].map(([from = '', typed = '']) => ({ from, typed, read: 'DUKA001' })),
    others: [],
  },
  /** Text whose letters stay as typed: names, places, notes. */
  words: {
    plain: ' Wanjiru Kamau ',
    read: 'Wanjiru Kamau',
    honest: [
      ...MARKS.map((mark) => [
        `marks around it: ${mark.codePointAt(0)?.toString(16)}`,
        `${mark}Wanjiru Kamau${mark}`,
      ]),
      ['WhatsApp Web', '\u202aWanjiru Kamau\u202c'],
      ['Signal', '\u2068Wanjiru Kamau\u2069'],
      ['a page in Arabic', '\u200fWanjiru Kamau\u061c'],
      ['a table', '\tWanjiru Kamau\u00a0'],
    ].map(([from = '', typed = '']) => ({ from, typed, read: 'Wanjiru Kamau' })),
    others: ['Wanjiru\u202egnp.exe', 'Wan\u0000jiru', 'Wan\u2066jiru', 'Wan\u200bjiru'],
  },
  link: {
    plain: ' https://maps.app.goo.gl/abc123 ',
    read: 'https://maps.app.goo.gl/abc123',
    honest: [
      ['a chat', '\u202ahttps://maps.app.goo.gl/abc123\u202c'],
      ['a zero width space', '\u200bhttps://maps.app.goo.gl/abc123\ufeff'],
      ['a table', '\thttps://maps.app.goo.gl/abc123\r\n'],
    ].map(([from = '', typed = '']) => ({ from, typed, read: 'https://maps.app.goo.gl/abc123' })),
    others: ['maps', 'javascript:alert(1)', 'https://', '\u200b.'],
  },
} as const satisfies Record<string, PastedKind>;

/** Amounts that people paste into an amount field of the web app, in whole shillings. It refuses fractions. */
export const pastedAmounts = {
  read: 2_000,
  honest: [
    'KES 2,000',
    'KES\u00a02,000',
    'KES\u202f2\u202f000',
    'Ksh 2000',
    'Kshs. 2,000/=',
    'sh 2000',
    '2,000/=',
    '2000/-',
    '2 000',
    '2,000.00',
    '\u202aKES 2,000\u202c',
    '\u200b2,000\ufeff',
    '\uff12\uff0c\uff10\uff10\uff10',
    '\u0662\u0660\u0660\u0660',
    '2k',
  ],
  others: [
    '2,50',
    '2.50',
    '2000.5',
    '2.000',
    '20,00',
    '-2000',
    '2000-3000',
    '2e3',
    'USD 2000',
    '2\u00bd',
    '\u200b',
  ],
} as const;
