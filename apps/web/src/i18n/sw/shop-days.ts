/** Closed days of a shop. */
export const shopDays = {
  'Close my day': 'Funga siku yangu',
  'Day closes': 'Kufunga siku',
  'Day close': 'Kufunga siku',
  'No. {number}': 'Na. {number}',
  'Day close no. {number}': 'Kufunga siku na. {number}',
  'Till without a name': 'Kaunta isiyo na jina',
  'Redemptions ({count})': 'Matumizi ya vocha ({count})',
  'Reversals ({count})': 'Ubatilishaji ({count})',
  Net: 'Jumla halisi',
  'Expected cash': 'Taslimu inayotarajiwa',
  'Counted cash': 'Taslimu iliyohesabiwa',
  Difference: 'Tofauti',
  Note: 'Maelezo',
  'Closed by': 'Aliyefunga',
  'Closed at': 'Ilifungwa',
  Confirmed: 'Imethibitishwa',
  'Confirmed by': 'Aliyethibitisha',
  'To confirm': 'Ya kuthibitishwa',
  'Note of confirmation': 'Maelezo ya uthibitisho',
  'Handed over': 'Amekabidhi',
  Received: 'Amepokea',
  State: 'Hali',
  'With a difference': 'Yenye tofauti',
  'You have redeemed nothing since your last close.':
    'Hujapokea vocha yoyote tangu ulipofunga mara ya mwisho.',
  'Nothing was closed.': 'Hakuna kilichofungwa.',
  'Check the count': 'Kagua hesabu',
  'Your own redemptions since {time}': 'Vocha ulizopokea wewe tangu {time}',
  'Bank card, M-PESA and cash are the rest of bills that a voucher paid in part.':
    'Kadi ya benki, M-PESA na taslimu ni sehemu ya bili iliyobaki baada ya vocha.',
  'Count only the cash of these bills. Enter 0 if there is none.':
    'Hesabu taslimu ya bili hizi pekee. Andika 0 kama hakuna.',
  'Please enter the amount that you counted': 'Tafadhali andika kiasi ulichohesabu',
  'The count was not checked. Please try again.': 'Hesabu haikukaguliwa. Tafadhali jaribu tena.',
  'The cash is as expected': 'Taslimu ni kama ilivyotarajiwa',
  'The cash differs': 'Taslimu ina tofauti',
  'Day closed': 'Siku imefungwa',
  'Your day is not closed yet. Please try again.': 'Siku yako bado haijafungwa. Tafadhali jaribu tena.',
  'A closed day cannot change. Later redemptions count in the next close.':
    'Siku iliyofungwa haibadiliki. Vocha zitakazopokelewa baadaye zitahesabiwa utakapofunga tena.',
  'Confirm day close no. {number}?': 'Uthibitishe kufunga siku na. {number}?',
  'You received {amount} in cash, as expected.': 'Umepokea {amount} taslimu, kama ilivyotarajiwa.',
  'You received {amount} in cash. The difference is {difference}.':
    'Umepokea {amount} taslimu. Tofauti ni {difference}.',
  'A confirmed close cannot change. Write here if something in it is wrong.':
    'Siku iliyothibitishwa haibadiliki. Andika hapa kama kuna kosa ndani yake.',
  'Please write what you found.': 'Tafadhali andika ulichogundua.',
  'Day close confirmed': 'Kufunga siku kumethibitishwa',
  'The close was not confirmed. Please try again.': 'Kufunga siku hakukuthibitishwa. Tafadhali jaribu tena.',
  'Closed and confirmed by the same person: the shop had no other owner or manager.':
    'Mtu mmoja alifunga na kuthibitisha: duka halikuwa na mmiliki au meneja mwingine.',
  'Your shop has no other owner or manager, so you confirm your own close. It says so.':
    'Duka lako halina mmiliki au meneja mwingine, kwa hivyo unathibitisha siku uliyofunga mwenyewe. Itaandikwa hivyo.',
  'Hand the cash and this paper over. An owner or manager confirms the close.':
    'Kabidhi taslimu na karatasi hii. Mmiliki au meneja atathibitisha.',
  'Your closed days. An owner or manager confirms each.':
    'Siku ulizofunga. Mmiliki au meneja huthibitisha kila moja.',
  'What each person counted at the end of a day. Confirm it when you have the cash.':
    'Kiasi alichohesabu kila mtu mwisho wa siku. Thibitisha ukishapokea taslimu.',
  'Closed days, newest first': 'Siku zilizofungwa, mpya kwanza',
  'Failed to load the closed days': 'Imeshindikana kupata siku zilizofungwa',
  'No closed days yet': 'Bado hakuna siku iliyofungwa',
  'No closed days found': 'Hakuna siku iliyofungwa iliyopatikana',
  'At the end of a day, press Close my day at the till.':
    'Mwisho wa siku, bonyeza Funga siku yangu kwenye kaunta.',
  '1 day close waits for your confirmation.': 'Siku 1 iliyofungwa inasubiri uithibitishe.',
  '{count} day closes wait for your confirmation.': 'Siku {count} zilizofungwa zinasubiri uzithibitishe.',
  'Check and confirm': 'Kagua na uthibitishe',
} as const;
