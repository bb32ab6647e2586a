/** The PIN for USSD in the profile. */
export const ussdPin = {
  'PIN for dialling': 'PIN ya kupiga simu',
  'Shows balance and codes on any phone, withdraws to your number and pays for gifts':
    'Huonyesha salio na misimbo kwenye simu yoyote, hutoa pesa kwenda namba yako na hulipia zawadi',
  'A new PIN. It moves no money until {time}.': 'PIN mpya. Haihamishi pesa hadi {time}.',
  'Locked after three wrong tries. Remove it, then choose another by dialling.':
    'Imefungwa baada ya makosa matatu. Iondoe, kisha uchague nyingine kwa kupiga.',
  'Let it move money': 'Ruhusu PIN ihamishe pesa',
  'Remove PIN': 'Ondoa PIN',
  'Let this PIN move money?': 'Uruhusu PIN hii ihamishe pesa?',
  'Only if you chose the PIN yourself, on your phone. It then withdraws to your own number and pays for gifts.':
    'Ikiwa tu ulichagua PIN mwenyewe, kwenye simu yako. Kisha hutoa pesa kwenda namba yako mwenyewe na hulipia zawadi.',
  'Your PIN can move money now': 'Sasa PIN yako inaweza kuhamisha pesa',
  'Remove your PIN for dialling?': 'Uondoe PIN yako ya kupiga simu?',
  'Your phone asks for a new PIN at the next call. That PIN moves no money for 24 hours.':
    'Simu yako itaomba PIN mpya utakapopiga tena. PIN hiyo haitahamisha pesa kwa saa 24.',
  'Your PIN for dialling is removed': 'PIN yako ya kupiga simu imeondolewa',
};
