/** Places of a shop. */
export const shopPlaces = {
  'Your places': 'Matawi yako',
  'Add place': 'Ongeza tawi',
  'Add a place': 'Ongeza tawi',
  'Place added': 'Tawi limeongezwa',
  'Place saved': 'Tawi limehifadhiwa',
  'The place could not be saved.': 'Imeshindikana kuhifadhi tawi.',
  'Failed to load your places': 'Imeshindikana kupata matawi yako',
  'Name of the place': 'Jina la tawi',
  'Customers see it if you have several places.': 'Wateja wanaliona ukiwa na matawi kadhaa.',
  'Opening hours of {name}': 'Saa za kufungua za {name}',
  'Close place': 'Funga tawi',
  'Close {name} for good?': 'Ufunge {name} kabisa?',
  'Closing...': 'Inafungwa...',
  'Place closed': 'Tawi limefungwa',
  'Customers no longer see it, and no till redeems there. Its redemptions stay on record, and your balance stays as it is.':
    'Wateja hawataliona tena, wala hakuna kaunta itakayopokea vocha hapo. Matumizi yake yanabaki kwenye kumbukumbu, na salio lako linabaki kama lilivyo.',
  'All places': 'Matawi yote',
  '{name} (closed)': '{name} (limefungwa)',
  'The place of their redemptions. At all places, the till says where it is. A manager of one place sees only that place.':
    'Tawi la vocha wanazopokea. Wa matawi yote, kaunta inaonyesha iko wapi. Meneja wa tawi moja huona tawi hilo pekee.',
} as const;
