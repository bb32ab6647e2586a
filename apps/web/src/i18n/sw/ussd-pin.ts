/** The PIN for USSD in the profile. */
export const ussdPin = {
  'PIN for dialling': 'PIN ya kupiga simu',
  'Shows balance and codes on any phone, and withdraws to your number':
    'Huonyesha salio na misimbo kwenye simu yoyote, na hutoa pesa kwenda namba yako',
  'A new PIN. It cannot withdraw until {time}.': 'PIN mpya. Haiwezi kutoa pesa hadi {time}.',
  'Locked after three wrong tries. Remove it, then choose another by dialling.':
    'Imefungwa baada ya makosa matatu. Iondoe, kisha uchague nyingine kwa kupiga.',
  'Allow withdrawals': 'Ruhusu kutoa pesa',
  'Remove PIN': 'Ondoa PIN',
  'Allow withdrawals with this PIN?': 'Uruhusu kutoa pesa kwa PIN hii?',
  'Only if you chose the PIN yourself, on your phone. It then withdraws to your own number.':
    'Ikiwa tu ulichagua PIN mwenyewe, kwenye simu yako. Kisha hutoa pesa kwenda namba yako mwenyewe.',
  'You can withdraw with your PIN now': 'Sasa unaweza kutoa pesa kwa PIN yako',
  'Remove your PIN for dialling?': 'Uondoe PIN yako ya kupiga simu?',
  'Your phone asks for a new PIN at the next call. That PIN cannot withdraw for 24 hours.':
    'Simu yako itaomba PIN mpya utakapopiga tena. PIN hiyo haitatoa pesa kwa saa 24.',
  'Your PIN for dialling is removed': 'PIN yako ya kupiga simu imeondolewa',
};
