import { SHOP_CATEGORIES_IN_SWAHILI } from '@zawadi/contract/merchants-categories-swahili';

/** The public page of a gift, and the ticket on every screen. */
export const voucherPage = {
  '{recipient}, {sender} sent you a gift': '{recipient}, {sender} amekutumia zawadi',
  'A gift on Zawadi': 'Zawadi kwenye Zawadi',
  'We do not know this voucher.': 'Hatuitambui vocha hii.',
  'The link may be incomplete, or there is a newer one. Look for our newest SMS or email.':
    'Huenda kiungo hakijakamilika, au kuna kipya zaidi. Tafuta SMS au barua pepe yetu mpya.',
  'This gift is not open yet': 'Zawadi hii bado haijafunguka',
  'It is paid for. It opens at the time its sender chose.':
    'Imelipiwa. Itafunguka wakati aliochagua mtumaji.',
  'The gift is safe, but we could not load it.': 'Zawadi iko salama, lakini hatukuweza kuipata.',
  'Show its code at the till. Spend all of it or part of it, until {day}.':
    'Onyesha msimbo wake kwenye kaunta. Itumie yote au sehemu yake, hadi {day}.',
  '{amount} is left. Show its code at the till until {day}.':
    '{amount} zimebaki. Onyesha msimbo wake kwenye kaunta hadi {day}.',
  'This gift cannot be used now. Its value is safe. Please ask Zawadi support why.':
    'Zawadi hii haiwezi kutumika sasa. Thamani yake iko salama. Tafadhali uliza huduma kwa wateja ya Zawadi kwa nini.',
  'A shop has reserved the rest of this gift for an order.':
    'Duka limeshikilia kilichobaki cha zawadi hii kwa ajili ya oda.',
  '<b>{shop} has reserved {amount} for an order,</b> until {time} at the latest. If the shop releases it, you can spend it again.':
    '<b>{shop} limeshikilia {amount} kwa ajili ya oda,</b> hadi {time}. Duka likiiachilia, utaweza kuitumia tena.',
  'This gift is used up. Nothing is left to spend.': 'Zawadi hii imetumika yote. Hakuna kilichobaki.',
  'This gift was added to a wallet. Its code no longer works.':
    'Zawadi hii iliongezwa kwenye pochi. Msimbo wake haufanyi kazi tena.',
  'This gift expired. It was valid until {day}.': 'Muda wa zawadi hii umeisha. Ilitumika hadi {day}.',
  'This gift is no longer valid. Its code no longer works.':
    'Zawadi hii haitumiki tena. Msimbo wake haufanyi kazi tena.',
  'This gift was refunded to the buyer. Its code no longer works.':
    'Zawadi hii ilirejeshwa kwa mnunuzi. Msimbo wake haufanyi kazi tena.',
  'Add to wallet': 'Weka pochini',
  'Adding...': 'Inaongezwa...',
  'Verify it now': 'Ithibitishe sasa',
  'Verify it on your profile': 'Ithibitishe kwenye wasifu wako',
  '<b>{amount} is in your wallet.</b> Your balance is {balance}. <link>View Wallet</link>':
    '<b>{amount} zipo kwenye pochi yako.</b> Salio lako ni {balance}. <link>Tazama Pochi</link>',
  'Copied to clipboard!': 'Imenakiliwa!',
  'Your browser did not let us copy the code.': 'Kivinjari chako hakikuturuhusu kunakili msimbo.',
  'Please select it and copy it yourself.': 'Tafadhali uchague na uunakili mwenyewe.',
  'Copy code': 'Nakili msimbo',
  'Where to spend it': 'Mahali pa kuitumia',
  'This shop has closed. Add its value to your wallet by {day}; then it goes back to the shop.':
    'Duka hili limefungwa. Ongeza thamani yake kwenye pochi yako kabla ya {day} kwisha; baadaye inarudi kwa duka.',
  'No shop takes gifts right now. The value of this gift is safe. Please look again later.':
    'Hakuna duka linalopokea zawadi kwa sasa. Thamani ya zawadi hii iko salama. Tafadhali angalia tena baadaye.',
  'See all {count} shops': 'Ona maduka yote {count}',
  'See {shown} of {count} shops': 'Ona maduka {shown} kati ya {count}',
  'Near me': 'Karibu nami',
  '{metres} m away': 'Umbali wa mita {metres}',
  '{km} km away': 'Umbali wa km {km}',
  'Waiting for your position...': 'Tunasubiri mahali ulipo...',
  'No shop has a place on the map yet. Please choose a town.':
    'Bado hakuna duka lililo kwenye ramani. Tafadhali chagua mji.',
  'Shops without a place on the map are not in this list. Find them by town or name.':
    'Maduka yasiyo kwenye ramani hayako kwenye orodha hii. Yatafute kwa mji au jina.',
  'Your browser did not give us your position. Choose a town, or allow the position in its settings.':
    'Kivinjari chako hakikutupa mahali ulipo. Chagua mji, au ruhusu mahali kwenye mipangilio yake.',
  'Your position could not be found. Please choose a town.':
    'Mahali ulipo hapakupatikana. Tafadhali chagua mji.',
  'Find a shop': 'Tafuta duka',
  'Part of its name': 'Sehemu ya jina lake',
  'No shop with this name takes gifts.': 'Hakuna duka la jina hili linalopokea zawadi.',
  'There are more shops. Type more of the name.': 'Kuna maduka mengine. Andika zaidi ya jina.',
  Town: 'Mji',
  'All towns': 'Miji yote',
  'Other places': 'Mahali pengine',
  Map: 'Ramani',
  'Map: {shop}': 'Ramani: {shop}',
  'Open until {time}': 'Limefunguliwa hadi {time}',
  'Opens at {time}': 'Litafunguliwa {time}',
  'Open all day': 'Limefunguliwa siku nzima',
  'Closed now': 'Limefungwa sasa',
  ...SHOP_CATEGORIES_IN_SWAHILI,
  'Or take it to M-PESA': 'Au ipeleke M-PESA',
  'Add it to your wallet with the phone number or email this gift was sent to, then withdraw it to M-PESA.':
    'Iongeze kwenye pochi yako kwa namba ya simu au barua pepe ambayo zawadi hii ilitumwa kwayo, kisha uitoe kwenda M-PESA.',
  'For this shop only': 'Kwa duka hili pekee',
  '{sender} made this voucher. You can spend it only there, and you cannot add it to a wallet.':
    '{sender} ndiye aliyetoa vocha hii. Unaweza kuitumia huko pekee, na huwezi kuiweka kwenye pochi.',
  'A shop has reserved {amount} for an order. The gift page shows until when.':
    'Duka limeshikilia {amount} kwa ajili ya oda. Ukurasa wa zawadi unaonyesha hadi lini.',
  'It cannot be used now. Please ask Zawadi support why.':
    'Haiwezi kutumika sasa. Tafadhali uliza huduma kwa wateja ya Zawadi kwa nini.',
  'Spend it at {sender} only.': 'Itumie kwa {sender} pekee.',
  'Are you selling something? A gift is not a payment until it is in your wallet. Until then its sender can give it to someone else.':
    'Unauza kitu? Zawadi si malipo hadi iwe kwenye pochi yako: kabla ya hapo mtumaji anaweza kumpa mtu mwingine.',
  'We never ask for your PIN. This code is money: show it only at the till, and never send it to anyone who calls you.':
    'Hatuombi PIN yako kamwe. Msimbo huu ni pesa: uonyeshe kwenye kaunta tu, na kamwe usimtumie mtu yeyote anayekupigia simu.',

  'Voucher for {name}, {state}': 'Vocha ya {name}, {state}',
  someone: 'mtu fulani',
  'Zawadi for': 'Zawadi ya',
  'from {name}': 'kutoka kwa {name}',
  'left of {value}': 'zimebaki kati ya {value}',
  '{left} of {value} left': 'Zimebaki {left} kati ya {value}',
  'to {day}': 'hadi {day}',
  'for {day}': 'kwa {day}',
  'Show photo': 'Onyesha picha',
  'Photo from {name}': 'Picha kutoka kwa {name}',
  'Report this photo': 'Ripoti picha hii',
  'Report this photo?': 'Uripoti picha hii?',
  'Report photo': 'Ripoti picha',
  'It disappears from this page at once, and support decides about it. The gift stays yours.':
    'Inaondoka kwenye ukurasa huu mara moja, na huduma kwa wateja inaamua kuihusu. Zawadi inabaki yako.',
  'The photo is hidden. Zawadi support looks at it.':
    'Picha imefichwa. Huduma kwa wateja ya Zawadi inaiangalia.',
  'Here is the code.': 'Msimbo ni huu.',
  More: 'Zaidi',
  'Pass it on': 'Mpe mwingine',
  'Pass this gift on?': 'Umpe mwingine zawadi hii?',
  'Anyone who has this link can spend the gift. Send it to one person you trust.':
    'Yeyote mwenye kiungo hiki anaweza kutumia zawadi. Kitume kwa mtu mmoja unayemwamini.',
  'A Zawadi gift for you: {link}': 'Zawadi yako kutoka Zawadi: {link}',
  'Other ways': 'Njia nyingine',
  'Your browser did not let us share this.': 'Kivinjari chako hakikuturuhusu kushiriki hili.',
  'Please copy it.': 'Tafadhali linakili.',
  Code: 'Msimbo',
  'QR code of this voucher': 'Msimbo wa QR wa vocha hii',
} as const;
