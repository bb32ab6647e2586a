import type { CallInput, updatePlace } from '@zawadi/contract';
import type { Person } from '@zawadi/story/people';

/** A consumer and their sign-up day, counted back from the present. */
export type Joining = Person & { joinsDaysAgo: number };

const consumer = (name: string, number: number, joinsDaysAgo: number): Joining => {
  const [firstName = '', lastName = ''] = name.split(' ');
  const email = `${firstName.toLowerCase()}@zawadi.test`;
  return {
    firstName,
    lastName,
    email,
    phoneNumber: `2547120000${String(number).padStart(2, '0')}`,
    joinsDaysAgo,
  };
};

/** Consumers who buy and receive gifts. The first two are the demo's sign-ins. */
export const CONSUMERS: Joining[] = [
  consumer('Amina Wanjiru', 1, 182),
  consumer('Brian Otieno', 2, 182),
  consumer('Cynthia Achieng', 3, 182),
  consumer('David Kiptoo', 4, 181),
  consumer('Esther Muthoni', 5, 174),
  consumer('Faith Nyambura', 6, 166),
  consumer('George Omondi', 7, 151),
  consumer('Halima Abdi', 8, 139),
  consumer('Ian Mwangi', 9, 124),
  consumer('Joy Chebet', 10, 110),
  consumer('Kevin Mutua', 11, 92),
  consumer('Lucy Wambui', 12, 71),
  consumer('Moses Barasa', 13, 48),
  consumer('Nancy Atieno', 14, 26),
  consumer('Oscar Wekesa', 15, 9),
];

/** Recipients without an account, who only spend gifts. */
export const GUESTS: Person[] = [
  consumer('Peter Njoroge', 51, 0),
  consumer('Rose Kerubo', 52, 0),
  consumer('Sarah Jepkosgei', 53, 0),
  consumer('Tom Ouma', 54, 0),
];

export type ShopCard = {
  merchantCode: string;
  businessName: string;
  contactName: string;
  contactEmail: string;
  contactPhoneNumber: string;
  brandingConfig: { primaryColor: string };
  place: CallInput<typeof updatePlace>['body'];
  /** Cashiers, by the handle of their sign-in. */
  cashiers: { name: string; handle: string; email: string }[];
};

export const SHOPS: ShopCard[] = [
  {
    merchantCode: 'DUKA001',
    businessName: 'Duka la Juma',
    contactName: 'Juma Mwangi',
    contactEmail: 'juma@duka.test',
    contactPhoneNumber: '254700000100',
    brandingConfig: { primaryColor: '#7c3a1d' },
    place: {
      category: 'groceries',
      town: 'Nairobi',
      street: 'Moi Avenue',
      phoneNumber: '254700000110',
      mapLink: '-1.2836, 36.8243',
    },
    cashiers: [
      { name: 'Juma Otieno', handle: 'JUMA', email: 'till@duka.test' },
      { name: 'Akinyi Odera', handle: 'AKINYI', email: 'akinyi@duka.test' },
    ],
  },
  {
    merchantCode: 'KAHAWA1',
    businessName: 'Kahawa Corner',
    contactName: 'Wangari Gitau',
    contactEmail: 'wangari@kahawa.test',
    contactPhoneNumber: '254700000101',
    brandingConfig: { primaryColor: '#0f6b4f' },
    place: {
      category: 'food',
      town: 'Nairobi',
      street: 'Westlands, Woodvale Grove',
      phoneNumber: '254700000111',
      mapLink: '-1.2648, 36.8028',
    },
    cashiers: [{ name: 'Mercy Wairimu', handle: 'MERCY', email: 'mercy@kahawa.test' }],
  },
  {
    merchantCode: 'VITABU1',
    businessName: 'Vitabu Bookshop',
    contactName: 'Ali Hassan',
    contactEmail: 'ali@vitabu.test',
    contactPhoneNumber: '254700000102',
    brandingConfig: { primaryColor: '#1d4f91' },
    place: {
      category: 'books',
      town: 'Mombasa',
      street: 'Digo Road',
      phoneNumber: '254700000112',
      mapLink: '-4.0612, 39.6719',
    },
    cashiers: [{ name: 'Zuhura Said', handle: 'ZUHURA', email: 'zuhura@vitabu.test' }],
  },
  {
    merchantCode: 'MAUA001',
    businessName: 'Maua Florist',
    contactName: 'Njeri Kamau',
    contactEmail: 'njeri@maua.test',
    contactPhoneNumber: '254700000103',
    brandingConfig: { primaryColor: '#a3195b' },
    place: {
      category: 'flowers',
      town: 'Nakuru',
      street: 'Kenyatta Avenue',
      phoneNumber: '254700000113',
      mapLink: '-0.2841, 36.0703',
    },
    cashiers: [],
  },
];

export const GREETINGS = [
  ['birthday', 'Hongera kwa siku yako ya kuzaliwa!'],
  ['asante', 'Asante sana kwa msaada wako.'],
  ['plain', 'Treat yourself, you have earned it.'],
  ['graduation', 'Hongera! So proud of you.'],
  ['birthday', 'Happy birthday, enjoy your day!'],
  ['plain', 'A little something from me.'],
  ['asante', 'Thank you for looking after the children.'],
  ['eid', 'Eid Mubarak to you and the family.'],
] as const;
