// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import {
  changeContactEmail,
  generateContactEmailOtp,
  updateMerchantProfile,
  updateSettlementSchedule,
} from '@zawadi/contract/merchants-settings';
import { updateOpeningHours, updatePlace } from '@zawadi/contract/merchants-place-list';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { placeOf, placesAnswer } from '../places/testing/place-answers.ts';
import { SETTINGS, settingsAnswer, settingsOf } from './testing/settings-answers.ts';

const { open } = pages();

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('S128 edits the contact, and verifies a new email address with the password and a code', async () => {
  const page = await open(SETTINGS, { as: shopPerson(), answers: [settingsAnswer()] });
  await page.press('Edit contact');
  const contact = await dialog('Edit contact');
  await page.person.clear(contact.getByLabelText('Contact person'));
  await page.person.type(contact.getByLabelText('Contact person'), 'Wanjiku Njeri');
  await page.person.clear(contact.getByLabelText('Phone number'));
  await page.person.type(contact.getByLabelText('Phone number'), '12');
  await page.press('Save Changes');
  expect(await contact.findByText(/^Please enter a valid phone number/u)).toBeDefined();
  expect(page.sent(updateMerchantProfile)).toEqual([]);
  const profile = {
    ...settingsOf().profile,
    contactName: 'Wanjiku Njeri',
    contactPhoneNumber: '254722000111',
  };
  page.answer(answer(updateMerchantProfile, settingsOf({ profile })), settingsAnswer({ profile }));
  await page.person.clear(contact.getByLabelText('Phone number'));
  await page.person.type(contact.getByLabelText('Phone number'), '0722 000 111');
  await page.press('Save Changes');
  expect(await screen.findByText('Profile saved')).toBeDefined();
  expect(screen.getByText('0722 000 111')).toBeDefined();

  page.answer(refusal(generateContactEmailOtp, 'password_wrong'));
  await page.press('Change email');
  const asking = await dialog('Change email');
  await page.person.type(asking.getByLabelText('New email'), 'new.njeri@example.test');
  await page.person.type(asking.getByLabelText('Your password'), 'not-the-password');
  await page.press('Send code');
  expect(await asking.findByText('That is not your current password. Please try again.')).toBeDefined();
  const moved = { ...profile, contactEmail: 'new.njeri@example.test' };
  page.answer(
    answer(generateContactEmailOtp, {}),
    answer(changeContactEmail, settingsOf({ profile: moved })),
    settingsAnswer({ profile: moved }),
  );
  await page.press('Send code');
  const code = await dialog('Enter the code');
  await page.person.type(code.getByLabelText('Verification code'), '123456');
  await page.person.click(code.getByRole('button', { name: 'Change email' }));
  expect(await screen.findByText('Email address changed')).toBeDefined();
  expect(screen.getByText('new.njeri@example.test')).toBeDefined();
  expect(page.sent(changeContactEmail)).toEqual([{ otp: '123456' }]);
});

test('S134 saves opening hours and the settlement schedule', async () => {
  const answers = [settingsAnswer(), placesAnswer(placeOf())];
  const page = await open(SETTINGS, { as: shopPerson(), answers });
  await page.press('Set hours');
  fireEvent.change(await screen.findByLabelText('Monday: opens at'), { target: { value: '' } });
  await page.press('Save hours');
  expect(await screen.findByText('Please enter a time such as 08:30')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Monday: opens at'), { target: { value: '07:30' } });
  await page.press('Monday for all');
  await page.person.selectOptions(screen.getByLabelText('Saturday: open or closed'), 'Open all day');
  await page.person.selectOptions(screen.getByLabelText('Sunday: open or closed'), 'Closed');
  const hours = { kind: 'hours', opensAt: '07:30', closesAt: '18:00' } as const;
  const openingHours = [
    ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, ...hours })),
    { weekday: 6, kind: 'all-day' as const },
    { weekday: 7, kind: 'closed' as const },
  ];
  const saidPlaces = [placeOf({ openingHours })];
  page.answer(answer(updateOpeningHours, { places: saidPlaces }), placesAnswer(...saidPlaces));
  await page.press('Save hours');
  expect(await screen.findByText('Opening hours saved')).toBeDefined();
  expect(page.sent(updateOpeningHours)).toEqual([{ openingHours }]);

  await page.person.selectOptions(screen.getByLabelText('How often'), 'Every week');
  await page.person.selectOptions(screen.getByLabelText('Day'), 'Friday');
  await page.person.selectOptions(screen.getByLabelText('Hour'), '15:00');
  const saved = { settlementSchedule: { frequency: 'weekly', weekday: 5, hour: 15 } } as const;
  page.answer(answer(updateSettlementSchedule, settingsOf(saved)), settingsAnswer(saved));
  await page.press('Save schedule');
  expect(await screen.findByText('Settlement schedule saved')).toBeDefined();
  expect(page.sent(updateSettlementSchedule)).toEqual([{ settlementSchedule: saved.settlementSchedule }]);
  await page.reload();
  expect(await screen.findByText('Monday to Friday')).toBeDefined();
  expect(screen.getByText('07:30–18:00')).toBeDefined();
  expect(screen.getByText(/^Every Friday at 15:00 we pay you/u)).toBeDefined();
});

test('a shop sets its location, and only a link to a map is accepted', async () => {
  const answers = [settingsAnswer(), placesAnswer(placeOf())];
  const page = await open(SETTINGS, { as: shopPerson(), answers });
  await page.press('Set place');
  const where = await dialog('Where customers find you');
  await page.person.selectOptions(where.getByLabelText('What the shop sells'), 'Groceries');
  await page.person.selectOptions(where.getByLabelText('Town'), 'Nakuru');
  await page.person.type(where.getByLabelText(/^Area and street/u), 'Section 58, Kenyatta Avenue');
  await page.person.type(where.getByLabelText(/^Phone for customers/u), '0722 000 105');
  const map = where.getByLabelText<HTMLInputElement>(/^Map link/u);
  await page.person.type(map, 'https://evil.example/');
  await page.press('Save Changes');
  expect(await where.findByText(/^Please paste a link from Google Maps/u)).toBeDefined();
  expect(map.value).toBe('https://evil.example/');
  expect(page.sent(updatePlace)).toEqual([]);
  const place = {
    category: 'groceries',
    town: 'Nakuru',
    street: 'Section 58, Kenyatta Avenue',
    phoneNumber: '254722000105',
    mapLink: 'https://www.google.com/maps/search/?api=1&query=-0.2833,36.0667',
  } as const;
  page.answer(answer(updatePlace, { places: [placeOf(place)] }), placesAnswer(placeOf(place)));
  await page.person.clear(map);
  await page.person.type(map, '-0.2833, 36.0667');
  await page.press('Save Changes');
  expect(await screen.findByText('Place saved')).toBeDefined();
  expect(page.sent(updatePlace)).toMatchObject([
    {
      name: 'Main shop',
      town: 'Nakuru',
      mapLink: 'https://www.google.com/maps/search/?api=1&query=-0.2833%2C36.0667',
    },
  ]);
  expect(screen.getByText('Section 58, Kenyatta Avenue, Nakuru')).toBeDefined();
  expect(screen.getByText('Phone for customers').nextSibling?.textContent).toBe('0722 000 105');
});

test('S127 a manager edits the business, but not its staff, pay-out channel or email address', async () => {
  await open(SETTINGS, { as: shopPerson('manager'), answers: [settingsAnswer()] });
  expect(await screen.findByRole('button', { name: 'Edit contact' })).toBeDefined();
  expect(await screen.findByText(/Only the owner can do that\./u)).toBeDefined();
  for (const name of ['Set channel', 'Change email', 'Add staff'])
    expect(screen.queryByRole('button', { name }), name).toBeNull();
});

test('a cashier sees only the settings of their own account', async () => {
  await open(SETTINGS, { as: shopPerson('cashier') });
  await screen.findByRole('heading', { name: 'Signed-in devices' });
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Account Security', 'Signed-in devices']);
});
