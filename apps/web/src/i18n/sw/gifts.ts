/** Buying a gift, from the choice of its cloth to its confirmation. */
export const gifts = {
  'Buy a gift': 'Nunua zawadi',
  'M-PESA does not answer right now': 'M-PESA haijibu kwa sasa',
  'We keep asking. If a prompt still appears on {payer}, you can pay: it counts. Otherwise try again in a few minutes.':
    'Tunaendelea kuuliza. Ombi likitokea bado kwenye {payer}, unaweza kulipa: litahesabiwa. La sivyo, jaribu tena baada ya dakika chache.',
  'Transaction Details': 'Maelezo ya Muamala',
  'M-PESA Payment': 'Malipo ya M-PESA',
  Confirmation: 'Uthibitisho',
  'No transaction registered. Please complete step 1 first.':
    'Hakuna muamala uliosajiliwa. Tafadhali kamilisha hatua ya 1 kwanza.',
  'Nothing was charged. We could not reach the server.': 'Hujatozwa chochote. Hatukuweza kuifikia seva yetu.',
  'You must be logged in to make a payment': 'Lazima uwe umeingia ili ulipe',
  'Transaction registered successfully!': 'Muamala umesajiliwa!',
  'Failed to register transaction': 'Imeshindikana kusajili muamala',

  'Payment method': 'Njia ya malipo',
  'Pay from your phone': 'Lipa kwa simu yako',
  Card: 'Kadi',
  'Coming Soon': 'Inakuja Hivi Karibuni',
  Amount: 'Kiasi',
  'Recipient’s full name': 'Jina kamili la mpokeaji',
  'Recipient’s phone': 'Simu ya mpokeaji',
  'Recipient’s email': 'Barua pepe ya mpokeaji',
  Message: 'Ujumbe',
  '{count} of {most}': '{count} kati ya {most}',
  Cloth: 'Kanga',
  Plain: 'Ya kawaida',
  Asante: 'Asante',
  Birthday: 'Siku ya kuzaliwa',
  Graduation: 'Mahafali',
  Eid: 'Idi',
  Christmas: 'Krismasi',
  'The smallest gift is {amount}': 'Zawadi ndogo kabisa ni {amount}',
  'This is above the limit for one transaction.': 'Kiasi hiki kinazidi kikomo cha muamala mmoja.',
  'The recipient': 'Mpokeaji',
  'What {name} gets': 'Atakachopata {name}',
  '{name} gets': '{name} anapata',
  'You pay': 'Unalipa',
  'You paid': 'Ulilipa',
  'Fee, {percent}%': 'Ada, {percent}%',
  'Registering...': 'Inasajiliwa...',
  'Continue to M-PESA': 'Endelea na M-PESA',
  'Nothing is charged until you enter your PIN.': 'Hutozwi chochote hadi uweke PIN yako.',
  'We sent a 6-digit code by SMS to {phone}. Enter it to continue.':
    'Tumetuma msimbo wa tarakimu 6 kwa SMS kwenda {phone}. Uweke ili uendelee.',
  'Change number': 'Badilisha namba',

  'Pay with Pay Bill': 'Lipa kwa Pay Bill',
  'Pay by prompt instead': 'Lipa kwa ombi la simu',
  'Wait for the prompt instead': 'Subiri ombi la simu',
  'Pay {amount} with Pay Bill': 'Lipa {amount} kwa Pay Bill',
  'This is the same purchase. This page continues as soon as M-PESA confirms your payment.':
    'Huu ni ununuzi uleule. Ukurasa huu utaendelea mara M-PESA itakapothibitisha malipo yako.',
  'Pay only once: a prompt may still be open. If you pay twice, the second payment goes to your wallet.':
    'Lipa mara moja tu: huenda ombi bado liko kwenye simu. Ukilipa mara mbili, malipo ya pili yataingia kwenye pochi yako.',
  'Open M-PESA on any phone: <b>Lipa na M-PESA</b>, then <b>Pay Bill</b>.':
    'Fungua M-PESA kwenye simu yoyote: <b>Lipa na M-PESA</b>, kisha <b>Pay Bill</b>.',
  'Business number': 'Namba ya biashara',
  'Account number': 'Namba ya akaunti',
  'Enter your M-PESA PIN there, and come back.': 'Weka PIN yako ya M-PESA huko, kisha urudi hapa.',
  'I have paid': 'Nimelipa',
  '<b>We have not received your payment yet.</b> M-PESA usually confirms it within a minute. Nothing is lost.':
    '<b>Bado hatujapata malipo yako.</b> Kwa kawaida M-PESA huyathibitisha ndani ya dakika moja. Hakuna kinachopotea.',
  'Please pay exactly this amount within a day. After that the account number expires.':
    'Tafadhali lipa kiasi hiki kamili ndani ya siku moja. Baada ya hapo namba ya akaunti haitatumika tena.',
  'Copy: {label}': 'Nakili: {label}',

  'Pay {amount}': 'Lipa {amount}',
  'M-PESA will show a prompt on the paying phone. Enter your PIN there, never here.':
    'M-PESA itaonyesha ombi kwenye simu inayolipa. Weka PIN yako huko, kamwe si hapa.',
  'Check your phone': 'Angalia simu yako',
  'We asked M-PESA to show a prompt on {payer}. Enter your PIN there.':
    'Tumeiomba M-PESA ionyeshe ombi kwenye {payer}. Weka PIN yako huko.',
  'The prompt on {payer} has expired. We are checking with M-PESA whether you paid.':
    'Muda wa ombi kwenye {payer} umeisha. Tunaangalia na M-PESA kama ulilipa.',
  '{amount} is paid. {name} gets the voucher by SMS and email.':
    '{amount} zimelipwa. {name} atapata vocha kwa SMS na barua pepe.',
  '{safe} You can try again, from this or another number.':
    '{safe} Unaweza kujaribu tena, kwa namba hii au nyingine.',
  'M-PESA number that pays': 'Namba ya M-PESA inayolipa',
  'Change it if someone else is paying': 'Ibadilishe kama mtu mwingine analipa',
  'Sending prompt...': 'Ombi linatumwa...',
  'Try again in {time}': 'Jaribu tena baada ya {time}',
  'Try again': 'Jaribu tena',
  'Send M-PESA prompt': 'Tuma ombi la M-PESA',
  'Payment initiated successfully! Please check your phone.':
    'Malipo yameanzishwa! Tafadhali angalia simu yako.',
  'Failed to initiate payment': 'Imeshindikana kuanzisha malipo',
  'Prompt sent': 'Ombi limetumwa',
  'Ready to send the prompt': 'Tayari kutuma ombi',
  'Your PIN': 'PIN yako',
  'Waiting for your PIN': 'Tunasubiri PIN yako',
  'Checking with M-PESA': 'Tunaangalia na M-PESA',
  'We have your payment and are checking it': 'Tumepata malipo yako na tunayahakikisha',
  'We send the voucher as soon as M-PESA confirms it. You need not do anything else.':
    'Tutatuma vocha mara M-PESA itakapothibitisha. Huna la kufanya zaidi.',
  'M-PESA has not confirmed your payment yet': 'M-PESA bado haijathibitisha malipo yako',
  'We send the voucher as soon as it does. You can also pay by prompt: if you pay twice, the second payment goes to your wallet.':
    'Tutatuma vocha mara itakapothibitisha. Unaweza pia kulipa kwa ombi la simu: ukilipa mara mbili, malipo ya pili yataingia kwenye pochi yako.',
  Paid: 'Imelipwa',
  'Voucher sent to {name}': 'Vocha imetumwa kwa {name}',
  'This page updates automatically.': 'Ukurasa huu hujisasisha wenyewe.',
  'No prompt? Check your network, and that the phone is unlocked. If it still does not come, <link>contact support</link>.':
    'Hakuna ombi? Angalia mtandao wako, na kwamba simu haijafungwa. Lisipofika bado, <link>wasiliana na huduma kwa wateja</link>.',
  'Open the sandbox phone': 'Fungua simu ya majaribio',
  Back: 'Rudi',
  'Fetching...': 'Tunaangalia...',
  'The largest gift is {amount}': 'Zawadi kubwa zaidi ni {amount}',
  'Fetch Payment': 'Angalia Malipo',
  Complete: 'Kamilisha',
  'Payment fetched successfully!': 'Malipo yamepatikana!',
  'Payment status not completed': 'Malipo hayajakamilika',
  'Please try again or contact support if the issue persists.':
    'Tafadhali jaribu tena, au wasiliana na huduma kwa wateja tatizo likiendelea.',
  'Payment completed successfully!': 'Malipo yamekamilika!',
  'If you have entered your PIN, your payment is safe.': 'Kama umeweka PIN yako, malipo yako yako salama.',
  'We could not find this purchase': 'Hatukupata ununuzi huu',
  'We remove unpaid gifts after a day. Nothing was charged.':
    'Tunaondoa zawadi zisizolipiwa baada ya siku moja. Hujatozwa chochote.',
  'Paying number': 'Namba inayolipa',
  Reference: 'Rejeleo',

  'Not paid yet': 'Bado haijalipiwa',
  'We have not sent a prompt yet. Nothing was charged.':
    'Bado hatujatuma ombi la M-PESA. Hujatozwa chochote.',
  'M-PESA has not answered yet. This page updates automatically, and we send the voucher as soon as you have paid.':
    'M-PESA bado haijajibu. Ukurasa huu hujisasisha wenyewe, na tutatuma vocha mara tu utakapolipa.',
  'Your voucher is ready': 'Vocha yako iko tayari',
  'We sent you the voucher. Add it to your wallet, or keep it to spend in a shop.':
    'Tumekutumia vocha. Iongeze kwenye pochi yako, au itunze uitumie dukani.',
  'Sent to {name}': 'Imetumwa kwa {name}',
  'Being sent to {name}': 'Inatumwa kwa {name}',
  'Delivered to {name}': 'Imemfikia {name}',
  'Not delivered to {name}': 'Haikumfikia {name}',
  'Did the SMS reach {name}?': 'Je, SMS imemfikia {name}?',
  'Paid. The SMS to {phone} is on its way.': 'Imelipwa. SMS kwa {phone} iko njiani.',
  'The SMS to {phone} has arrived.': 'SMS kwa {phone} imefika.',
  'The gift is paid and safe. The SMS to {phone} did not arrive.':
    'Zawadi imelipwa na iko salama. SMS kwa {phone} haikufika.',
  'The gift is paid and safe. We do not know whether the SMS to {phone} arrived.':
    'Zawadi imelipwa na iko salama. Hatujui kama SMS kwa {phone} imefika.',
  'We sent the voucher by SMS to {phone} and by email.':
    'Tumetuma vocha kwa SMS kwenda {phone} na kwa barua pepe.',
  'Pay now': 'Lipa sasa',
  'New Transaction': 'Muamala Mpya',
  'Transaction ID': 'Namba ya Muamala',
  'M-PESA receipt': 'Risiti ya M-PESA',
  Status: 'Hali',
  'Your photo (optional)': 'Picha yako (si lazima)',
  'A photo goes with gifts from {amount}.': 'Picha inaambatana na zawadi za kuanzia {amount}.',
  'The recipient sees it on the gift page, after pressing Show photo.':
    'Mpokeaji anaiona kwenye ukurasa wa zawadi, baada ya kubonyeza Onyesha picha.',
  'Add a photo': 'Weka picha',
  'Change photo': 'Badilisha picha',
  'Your photo on the gift': 'Picha yako kwenye zawadi',
  'Use photo': 'Tumia picha',
  'Remove photo': 'Ondoa picha',
  'Your photo is on the gift.': 'Picha yako iko kwenye zawadi.',
  'Photo removed': 'Picha imeondolewa',
  'Zawadi support has removed your photo from this gift. The gift itself is unchanged.':
    'Huduma kwa wateja ya Zawadi imeondoa picha yako kwenye zawadi hii. Zawadi yenyewe haijabadilika.',
  'Show code': 'Onyesha msimbo',

  'Nothing was charged.': 'Hujatozwa chochote.',
  'M-PESA could not take this payment.': 'M-PESA haikuweza kupokea malipo haya.',
  'The prompt was cancelled on the phone.': 'Ombi lilighairiwa kwenye simu.',
  'There was not enough money on that M-PESA number.': 'Namba hiyo ya M-PESA haikuwa na pesa za kutosha.',
  'The PIN was wrong, so M-PESA did not take the money.':
    'PIN haikuwa sahihi, kwa hiyo M-PESA haikuchukua pesa.',
  'The prompt was not answered in time.': 'Ombi halikujibiwa kwa wakati.',
  'M-PESA could not reach the phone. It may be off or without network.':
    'M-PESA haikuweza kuifikia simu. Huenda imezimwa au haina mtandao.',
  'This payment is above the M-PESA limit of that number.':
    'Malipo haya yanazidi kikomo cha M-PESA cha namba hiyo.',
  'That number is not registered with M-PESA.': 'Namba hiyo haijasajiliwa na M-PESA.',
  'This payment is above an M-PESA limit.': 'Malipo haya yanazidi kikomo cha M-PESA.',
  'Please choose an hour within the next year.': 'Tafadhali chagua saa ndani ya mwaka mmoja ujao.',
  'Please choose a full hour': 'Tafadhali chagua saa kamili',
  'Please check this code': 'Tafadhali angalia msimbo huu',

  'Your gifts': 'Zawadi zako',
  Gifts: 'Zawadi',
  '{count} gifts': 'Zawadi {count}',
  'Change the gift for {name}': 'Badilisha zawadi ya {name}',
  'Remove the gift for {name}': 'Ondoa zawadi ya {name}',
  'Add another gift': 'Ongeza zawadi nyingine',
  'A basket can have 20 gifts': 'Unaweza kutuma zawadi 20 kwa pamoja',
  'They get together': 'Wanapata kwa jumla',
  'Send {count} gifts · {amount}': 'Tuma zawadi {count} · {amount}',
  'Vouchers sent': 'Vocha zimetumwa',
  '{amount} is paid. Each person gets their voucher by SMS.':
    '{amount} zimelipwa. Kila mmoja anapata vocha yake kwa SMS.',
  'Your {count} gifts are paid': 'Zawadi zako {count} zimelipiwa',
  'Each person gets their voucher by SMS, at once or on the day you chose.':
    'Kila mmoja anapata vocha yake kwa SMS, mara moja au siku uliyochagua.',
  'Paid from': 'Imelipwa kutoka',
  'Paid from your wallet': 'Imelipwa kutoka pochi yako',
  'Pay from your wallet': 'Lipa kutoka pochi yako',
  'Balance {amount}': 'Salio {amount}',
  'Pay {amount} from your wallet?': 'Ulipe {amount} kutoka pochi yako?',
  'Paying...': 'Inalipa...',
  '{left} stays in your wallet. The vouchers go out as soon as it is paid.':
    '{left} zinabaki kwenye pochi yako. Vocha zinatumwa mara tu malipo yakikamilika.',
} as const;
