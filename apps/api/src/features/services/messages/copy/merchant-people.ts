import { address, business, moment, person, text } from '../fields.ts';
import { message } from '../message.ts';
import { NOT_YOU } from './merchants.ts';
import { dayAndHour } from './phrases.ts';

/** Messages to a merchant's owner and staff about each other's sign-ins and contacts. */
export const merchantPeopleMessages = {
  'contact-phone-changed': message({
    title: 'The contact number of a merchant was changed',
    data: {
      businessName: business('Duka Moja'),
      /** Masked, because this message also goes to the former number. */
      number: text('2547****678'),
    },
    sms: {
      en: ({ number }) =>
        `Zawadi: your business has the contact number ${number} now. Not you? Change the password and write to support.`,
      sw: ({ number }) =>
        `Zawadi: namba ya mawasiliano ya biashara yako sasa ni ${number}. Si wewe? Badilisha nenosiri, utuandikie.`,
    },
    email: {
      en: ({ businessName, number }) => ({
        subject: 'The contact number of your business was changed',
        heading: 'A new contact number',
        paragraphs: [`From now on our SMS to ${businessName} go to ${number}.`],
        note: NOT_YOU.en,
      }),
      sw: ({ businessName, number }) => ({
        subject: 'Namba ya mawasiliano ya biashara yako imebadilishwa',
        heading: 'Namba mpya ya mawasiliano',
        paragraphs: [`Kuanzia sasa SMS zetu kwa ${businessName} zitaenda kwa ${number}.`],
        note: NOT_YOU.sw,
      }),
    },
  }),
  'owner-password-mailed': message({
    title: 'We have reset the password of a merchant: what the number of the contact gets',
    data: {},
    sms: {
      en: () =>
        'Zawadi: we mailed a new password to the contact of your business. Not you? Write to our support at once.',
      sw: () =>
        'Zawadi: tumetuma nenosiri jipya kwa barua pepe ya biashara yako. Si wewe? Andikia huduma kwa wateja mara moja.',
    },
  }),
  'member-added': message({
    title: 'A merchant added a staff member: what its contact gets',
    data: { businessName: business('Duka Moja'), signInCode: text('DUKA001.JUMA') },
    email: {
      en: ({ businessName, signInCode }) => ({
        subject: 'A staff account was added',
        heading: 'A new staff account',
        paragraphs: [`${signInCode} can sign in for ${businessName} now.`],
        note: `${NOT_YOU.en} You can disable staff accounts in the portal, under Settings.`,
      }),
      sw: ({ businessName, signInCode }) => ({
        subject: 'Akaunti ya mfanyakazi imeongezwa',
        heading: 'Akaunti mpya ya mfanyakazi',
        paragraphs: [`${signInCode} sasa anaweza kuingia kwa niaba ya ${businessName}.`],
        note: `${NOT_YOU.sw} Unaweza kuzima akaunti za wafanyakazi kwenye Mipangilio.`,
      }),
    },
  }),
  'member-made-manager': message({
    title: 'A staff member of a merchant became a manager: what its contact gets',
    data: {
      businessName: business('Duka Moja'),
      name: person('Juma Otieno'),
      signInCode: text('DUKA001.JUMA'),
      /** The sign-in name of the person who made the change. */
      changedBy: text('DUKA001'),
      changedAt: moment('2026-11-28T11:05:00.000Z'),
    },
    email: {
      en: ({ businessName, name, signInCode, changedBy, changedAt }) => ({
        subject: 'A staff member is a manager now',
        heading: 'A new manager',
        paragraphs: [
          `${name} (${signInCode}) is a manager of ${businessName} now.`,
          `${changedBy} changed this on ${dayAndHour(new Date(changedAt), 'en')}.`,
        ],
        note: `${NOT_YOU.en} You can change roles in the portal, under Settings.`,
      }),
      sw: ({ businessName, name, signInCode, changedBy, changedAt }) => ({
        subject: 'Mfanyakazi sasa ni meneja',
        heading: 'Meneja mpya',
        paragraphs: [
          `${name} (${signInCode}) sasa ni meneja wa ${businessName}.`,
          `${changedBy} alibadilisha hili tarehe ${dayAndHour(new Date(changedAt), 'sw')}.`,
        ],
        note: `${NOT_YOU.sw} Unaweza kubadilisha majukumu kwenye Mipangilio.`,
      }),
    },
  }),
  'member-email-changed': message({
    title: 'The address of a staff member was changed',
    data: {
      businessName: business('Duka Moja'),
      signInCode: text('DUKA001.JUMA'),
      /** Masked, because this message also goes to the former address. */
      newEmail: address('n***@zawadi.example'),
    },
    email: {
      en: ({ businessName, signInCode, newEmail }) => ({
        subject: 'The address of a staff account was changed',
        heading: 'A new address',
        paragraphs: [
          `From now on messages about ${signInCode} of ${businessName} go to ${newEmail}. For the first 24 hours this address cannot reset a password.`,
        ],
        note: NOT_YOU.en,
      }),
      sw: ({ businessName, signInCode, newEmail }) => ({
        subject: 'Anwani ya akaunti ya mfanyakazi imebadilishwa',
        heading: 'Anwani mpya',
        paragraphs: [
          `Kuanzia sasa ujumbe kuhusu ${signInCode} wa ${businessName} utaenda kwa ${newEmail}. Kwa saa 24 za kwanza anwani hii haiwezi kubadilisha nenosiri.`,
        ],
        note: NOT_YOU.sw,
      }),
    },
  }),
};
