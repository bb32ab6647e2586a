/** The frame of the merchant area, its dashboard, and the till. */
export const till = {
  Transactions: 'Miamala',
  Vouchers: 'Vocha',
  Settlements: 'Malipo',
  Reports: 'Ripoti',
  'API Access': 'Ufikiaji wa API',
  Settings: 'Mipangilio',

  'Choose your own password': 'Chagua nenosiri lako mwenyewe',
  'The password you were given for {shop} works for the first sign-in only.':
    'Nenosiri ulilopewa kwa {shop} ni la kuingia mara ya kwanza tu.',
  'Temporary password': 'Nenosiri la muda',
  'Save and continue': 'Hifadhi na uendelee',
  'Sign in as someone else': 'Ingia kama mtu mwingine',
  'The password could not be saved.': 'Nenosiri halikuweza kuhifadhiwa.',

  '<b>Your account is waiting for approval.</b> Set it up now. You can redeem vouchers as soon as we approve it.':
    '<b>Akaunti yako inasubiri kuidhinishwa.</b> Iandae sasa. Utaweza kutumia vocha za wateja mara tu tutakapoiidhinisha.',
  '<b>Your account is waiting for approval.</b> You can set it up now, and redeem vouchers as soon as we approve it.':
    '<b>Akaunti yako inasubiri kuidhinishwa.</b> Unaweza kuiandaa sasa, na kutumia vocha za wateja mara tu tutakapoiidhinisha.',
  'Total Vouchers': 'Jumla ya Vocha',
  'Total Redeemed Value': 'Jumla Iliyotumika',
  'Pending Settlements': 'Malipo Yanayosubiri',
  'Today’s Activity': 'Shughuli za Leo',
  '{amount} is in vouchers that you made': '{amount} ziko kwenye vocha ulizotengeneza',
  '1 redemption · yesterday {amount}': 'Vocha 1 imetumika · jana {amount}',
  '{count} redemptions · yesterday {amount}': 'Zimetumika mara {count} · jana {amount}',
  'Your figures could not be loaded': 'Takwimu zako hazikuweza kupatikana',
  'Your balance is safe.': 'Salio lako liko salama.',
  'Last 14 days': 'Siku 14 zilizopita',
  'Redeemed, in KES': 'Zilizotumika, kwa KES',
  'Redeemed on each of the last fourteen days': 'Zilizotumika kila siku katika siku kumi na nne zilizopita',
  Redemptions: 'Matumizi ya vocha',

  'First steps': 'Hatua za kwanza',
  '{count} of {all} done': '{count} kati ya {all} zimekamilika',
  'Choose where your money goes': 'Chagua pesa zako ziende wapi',
  'An M-PESA number, a till, a pay bill or a bank account.':
    'Namba ya M-PESA, till, pay bill au akaunti ya benki.',
  'Give your KRA PIN': 'Toa KRA PIN yako',
  'Our invoices for the fees show it, so that you can claim the VAT.':
    'Ankara zetu za ada huionyesha, ili uweze kudai VAT.',
  'Give the KRA PIN': 'Toa KRA PIN',
  'Set the pay-out channel': 'Weka njia ya malipo',
  'Redeem your first voucher': 'Tumia vocha ya kwanza ya mteja',
  'Redeem a voucher': 'Tumia vocha',
  'Give your people their own sign-ins': 'Wape wafanyakazi wako njia zao za kuingia',
  'Cashiers redeem and see their own sales of today. Managers can do nearly everything.':
    'Keshia hutumia vocha za wateja na kuona alizohudumia leo. Meneja anaweza kufanya karibu kila kitu.',
  'Add staff': 'Ongeza wafanyakazi',
  'No transactions yet': 'Bado hakuna miamala',

  'Fraud Alerts': 'Tahadhari za Ulaghai',
  'Fraud Alerts ({count})': 'Tahadhari za Ulaghai ({count})',
  'Nothing unusual': 'Hakuna jambo lisilo la kawaida',
  'We watch for wrong codes, many redemptions in a short time, large amounts and unusual hours.':
    'Tunaangalia misimbo isiyo sahihi, matumizi mengi kwa muda mfupi, viasi vikubwa na saa zisizo za kawaida.',
  'All fraud alerts': 'Tahadhari zote za ulaghai',
  'The alerts could not be loaded': 'Tahadhari hazikuweza kupatikana',
  'There are no alerts yet.': 'Bado hakuna tahadhari.',
  'There are no alerts about this place.': 'Hakuna tahadhari kuhusu tawi hili.',
  Acknowledge: 'Nimeiona',
  'Acknowledged by {name}, {time}': 'Ilionwa na {name}, {time}',
  'Alert acknowledged': 'Tahadhari imeonwa',
  'The alert could not be acknowledged.': 'Imeshindikana kuweka kwamba tahadhari imeonwa.',
  Low: 'Ndogo',
  Medium: 'Ya kati',
  High: 'Kubwa',

  'Scan QR code': 'Changanua QR',
  'Turn the sound on': 'Washa sauti',
  'Turn the sound off': 'Zima sauti',
  '<b>You are offline.</b> Nothing can be redeemed until the connection is back.':
    '<b>Huna mtandao.</b> Hakuna vocha inayoweza kutumika hadi mtandao urudi.',
  'Look up': 'Tafuta vocha',
  'Looking it up...': 'Inatafutwa...',
  'of {value}': 'kati ya {value}',
  'You can try again in {time}': 'Unaweza kujaribu tena baada ya {time}',
  'You can try again now.': 'Sasa unaweza kujaribu tena.',
  Take: 'Chukua',
  'All {amount}': 'Zote {amount}',
  'Redeem {amount}': 'Tumia {amount}',
  'Redeeming...': 'Inatumika...',
  'This is all of it. Press Enter to take it, or type another amount.':
    'Hiki ndicho kiasi chote. Bonyeza Enter kukichukua, au andika kiasi kingine.',
  'Please enter whole shillings': 'Tafadhali andika shilingi kamili',
  'Only {amount} is left on this voucher': 'Zimebaki {amount} tu kwenye vocha hii',
  'Please enter all 16 characters of the code, or the 13 digits of the number':
    'Tafadhali andika herufi zote 16 za msimbo, au tarakimu 13 za namba',
  'You scanned something else. Scan the square QR code on the voucher’s page or paper.':
    'Umechanganua kitu kingine. Changanua msimbo wa QR wa mraba ulio kwenye ukurasa au karatasi ya vocha.',

  'This did not work': 'Haikufaulu',
  'There is no connection, so nothing was taken.': 'Hakuna mtandao, kwa hiyo hakuna kilichochukuliwa.',
  'Press Redeem again when the connection is back.': 'Bonyeza Tumia tena mtandao ukirudi.',
  'Compare the code with the customer’s message once more.': 'Linganisha tena msimbo na ujumbe wa mteja.',
  'Nothing is left on it.': 'Hakuna kilichobaki ndani yake.',
  'That shop takes or releases it within a few days. Until then you can take only what is not reserved.':
    'Duka hilo litaichukua au kuiachilia ndani ya siku chache. Hadi hapo unaweza kuchukua tu kiasi ambacho hakijashikiliwa.',
  'The buyer can ask Zawadi support about it.': 'Mnunuzi anaweza kuuliza huduma kwa wateja ya Zawadi.',
  'The customer may have a newer message with another code.':
    'Huenda mteja ana ujumbe mpya zaidi wenye msimbo mwingine.',
  'Its value is now in the recipient’s wallet. The recipient can withdraw it to M-PESA.':
    'Thamani yake sasa iko kwenye pochi ya mpokeaji. Mpokeaji anaweza kuitoa kwenda M-PESA.',
  'It can be spent from the time that its buyer chose.':
    'Inaweza kutumika kuanzia wakati aliochagua mnunuzi.',
  'Some of it has just been spent. Look it up again to see what is left.':
    'Kiasi fulani kimetumika sasa hivi. Itafute tena uone kilichobaki.',
  'Take less from this voucher, and let the customer pay the rest in another way.':
    'Chukua kiasi kidogo kwenye vocha hii, na mteja alipe salio kwa njia nyingine.',
  'Your shop has a limit for each day. Please ask the owner, or let the customer pay in another way.':
    'Duka lako lina kikomo cha kila siku. Tafadhali muulize mmiliki, au mteja alipe kwa njia nyingine.',
  'This shop is not active yet, or it is suspended. Please ask the owner.':
    'Duka hili bado halijawashwa, au limesimamishwa. Tafadhali muulize mmiliki.',
  'Too many codes were wrong. Please wait: this stops people who guess codes.':
    'Misimbo mingi mno haikuwa sahihi. Tafadhali subiri: hii huwazuia wanaokisia misimbo.',

  'Scan the QR code': 'Changanua msimbo wa QR',
  'Type the code instead': 'Andika msimbo',
  'Picture of the camera': 'Picha ya kamera',
  'Hold the QR code inside the frame.': 'Weka msimbo wa QR ndani ya fremu.',
  'This is a different QR code. Scan the one on the voucher’s page.':
    'Huu ni msimbo mwingine wa QR. Changanua ulio kwenye ukurasa wa vocha.',
  'This browser may not use the camera. Allow it in the site settings, next to the address, and try again.':
    'Kivinjari hakiruhusiwi kutumia kamera. Iruhusu katika mipangilio ya tovuti hii, iliyo kando ya anwani yake, kisha ujaribu tena.',
  'We found no camera on this device. Type the code, or use a USB scanner.':
    'Hatukupata kamera kwenye kifaa hiki. Andika msimbo, au tumia skana ya USB.',
  'Another program is using the camera. Close it, and try again.':
    'Programu nyingine inatumia kamera. Ifunge, kisha ujaribu tena.',
  'The camera works only on secure addresses. This one must begin with https://.':
    'Kamera hufanya kazi kwenye anwani salama tu. Hii lazima ianze na https://.',

  Redeemed: 'Imetumika',
  'Next customer': 'Mteja anayefuata',
  'Taken from {name}’s voucher': 'Zimechukuliwa kwenye vocha ya {name}',
  'Given back to {name}’s voucher': 'Zimerudishwa kwenye vocha ya {name}',
  'This redemption was reversed': 'Matumizi haya yalibatilishwa',
  'Nothing stays on the voucher': 'Hakuna kinachobaki kwenye vocha',
  '{amount} stays on the voucher': '{amount} zinabaki kwenye vocha',
  Time: 'Wakati',
  Cashier: 'Keshia',
  Shop: 'Duka',
  'We do not know yet': 'Bado hatujui',
  'The connection failed before we learned whether {amount} was taken from {name}’s voucher. We keep asking. It is never taken twice.':
    'Mtandao ulikatika kabla hatujajua kama {amount} zilichukuliwa kwenye vocha ya {name}. Tunaendelea kuuliza. Hazitachukuliwa mara mbili kamwe.',
  'Asking...': 'Tunauliza...',
  'Ask again': 'Uliza tena',
  'Stop asking': 'Acha kuuliza',
  'Stop asking about {amount}?': 'Uache kuuliza kuhusu {amount}?',
  'Keep asking': 'Endelea kuuliza',
  'It may have been taken. Before you redeem {name}’s voucher again, check whether it is in today’s list.':
    'Huenda zimechukuliwa. Kabla hujatumia tena vocha ya {name}, angalia kama iko kwenye orodha ya leo.',
  'Redemption of {name}': 'Matumizi ya vocha ya {name}',

  Share: 'Shiriki',
  'Print on': 'Chapisha kwenye',
  '58 mm roll': 'Roli ya mm 58',
  '80 mm roll': 'Roli ya mm 80',
  'A5 sheet': 'Karatasi ya A5',
  'A4 sheet': 'Karatasi ya A4',
  'Copied!': 'Imenakiliwa!',
  'The receipt can be pasted into a message now.': 'Sasa risiti inaweza kubandikwa kwenye ujumbe.',
  'Your browser did not let us share the receipt.': 'Kivinjari chako hakikuturuhusu kushiriki risiti.',
  'Please print it instead.': 'Tafadhali ichapishe badala yake.',
  '{amount} taken from voucher {code}': '{amount} zimechukuliwa kwenye vocha {code}',
  'Reversed {time}': 'Ulibatilishwa {time}',
  'Spend the rest by {day}': 'Tumia zilizobaki kabla ya mwisho wa {day}',
  'Served by {name}': 'Umehudumiwa na {name}',
  'Receipt {number}': 'Risiti {number}',
  'Taken from voucher': 'Zimechukuliwa kwenye vocha',
  'Given back to voucher': 'Zimerudishwa kwenye vocha',
  Before: 'Kabla',
  'Spend by': 'Tumia hadi',
  'Asante, karibu tena!': 'Asante, karibu tena!',

  'Reverse this redemption': 'Batilisha matumizi haya',
  'You can reverse it until midnight. The voucher gets its {amount} back.':
    'Unaweza kuubatilisha hadi saa sita usiku. Vocha itarudishiwa {amount}.',
  'Reverse {amount} of {name}?': 'Ubatilishe {amount} za {name}?',
  'Reverse redemption': 'Batilisha matumizi',
  'Reversing...': 'Inabatilishwa...',
  'Redemption reversed': 'Matumizi yamebatilishwa',
  '{amount} is back on the voucher.': '{amount} zimerudi kwenye vocha.',
  '{amount} is in {name}’s wallet, where the rest of the voucher is.':
    '{amount} ziko kwenye pochi ya {name}, palipo na thamani nyingine ya vocha.',
  'The redemption could not be reversed.': 'Imeshindikana kubatilisha matumizi haya.',
  'The voucher gets {amount} back, and your balance goes down by as much. Take the goods back first: a reversal cannot be undone.':
    'Vocha itarudishiwa {amount}, na salio lako litapungua kwa kiasi hicho. Chukua bidhaa kwanza: kubatilisha hakuwezi kutenduliwa.',

  'Today, by me': 'Leo, na mimi',
  'Today at this shop': 'Leo kwenye duka hili',
  Everybody: 'Wote',
  'Only me': 'Mimi tu',
  'Redemptions served by': 'Zilizohudumiwa na nani',
  'Today’s list could not be loaded': 'Orodha ya leo haikuweza kupatikana',
  'Nothing redeemed yet today': 'Bado hakuna vocha iliyotumika leo',
  'Ask the customer for the code of the voucher: it is in the SMS, and on its page as a QR code.':
    'Mwombe mteja msimbo wa vocha: uko kwenye SMS, na kwenye ukurasa wake kama msimbo wa QR.',
  'Please enter the voucher code': 'Tafadhali andika msimbo wa vocha',
  'This is not a voucher code': 'Huu si msimbo wa vocha',

  'This till: {name}': 'Kaunta hii: {name}',
  'This till has no name.': 'Kaunta hii haina jina.',
  'Name this till': 'Ipe kaunta hii jina',
  'Name of this till': 'Jina la kaunta hii',
  'Receipts and lists show it. It stays on this device.':
    'Risiti na orodha zinalionyesha. Linabaki kwenye kifaa hiki.',
  'Please enter a name, such as Westlands': 'Tafadhali andika jina, kwa mfano Westlands',
  'Your balance is lower than this: it was paid out or used for vouchers. Give the customer {amount} in cash, or reverse after your next sale today.':
    'Salio lako ni dogo kuliko kiasi hiki: lililipwa au lilitumika kwa vocha. Mpe mteja {amount} taslimu, au batilisha baada ya mauzo yako yajayo leo.',
  'Rest of the bill': 'Salio la bili',
  'Total of the bill': 'Jumla ya bili',
  'Total of the bill {total}': 'Jumla ya bili {total}',
  'Left to pay': 'Bado kulipwa',
  'Left to pay: {amount}': 'Bado kulipwa: {amount}',
  'Rest paid by': 'Salio limelipwa kwa',
  'Paid by voucher': 'Imelipwa kwa vocha',
  '{rest} of the bill paid: {how}': '{rest} za bili zimelipwa: {how}',
  'Receipt of M-PESA': 'Risiti ya M-PESA',
  'As in the M-PESA message, such as UKL1A2B3C4.':
    'Kama ilivyo kwenye ujumbe wa M-PESA, kwa mfano UKL1A2B3C4.',
  'Put it on the receipt': 'Iweke kwenye risiti',
  'The note was not saved. Please try again.': 'Maelezo hayajahifadhiwa. Tafadhali jaribu tena.',
  'Please enter the receipt of the M-PESA message': 'Tafadhali andika risiti iliyo kwenye ujumbe wa M-PESA',
  Cash: 'Taslimu',
  'Bank card': 'Kadi ya benki',
} as const;
