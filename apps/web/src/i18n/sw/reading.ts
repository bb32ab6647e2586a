/** Terms, privacy and support. */
export const words = {
  Terms: 'Masharti',
  Privacy: 'Faragha',

  'Terms and conditions': 'Vigezo na masharti',
  'Your account': 'Akaunti yako',
  'You need an email address and a Kenyan mobile number of your own. Keep your password and the codes we send you to yourself; no one at Zawadi ever asks for them, or for your M-PESA PIN.':
    'Unahitaji barua pepe na namba ya simu ya Kenya iliyo yako mwenyewe. Nenosiri lako na misimbo tunayokutumia iwe siri yako; hakuna mtu wa Zawadi anayeiuliza kamwe, wala PIN yako ya M-PESA.',
  'Buying a gift': 'Kununua zawadi',
  'You pay by M-PESA. Before you confirm, you see the fee and what the recipient gets. Nothing is charged until you enter your PIN. If a payment fails or is canceled, you are not charged.':
    'Unalipa kwa M-PESA. Ada na kiasi atakachopata mpokeaji huonyeshwa kabla hujathibitisha, na hutozwi chochote hadi uweke PIN yako. Malipo yakishindikana au yakighairiwa, hutozwi.',
  'The voucher': 'Vocha',
  'You can spend a voucher at any active merchant, in whole or in part, until the end of the day printed on it. Anyone who has the code can spend it, so treat it like cash. Its recipient may instead add the rest to their wallet.':
    'Unaweza kutumia vocha kwa mfanyabiashara yeyote anayepokea Zawadi, yote au sehemu yake, hadi mwisho wa siku iliyochapishwa juu yake. Mwenye msimbo anaweza kuitumia, kwa hiyo itunze kama pesa taslimu. Mpokeaji anaweza badala yake kuongeza kilichobaki kwenye pochi yake.',
  'Money in your wallet is yours. You can withdraw it to M-PESA within the limits shown on the page. You see the fee before you confirm. If a withdrawal fails, the money returns to your wallet. For your safety, after a new number or password we may ask for an extra code or a day of waiting.':
    'Pesa zilizo kwenye pochi yako ni zako. Unaweza kuzitoa kwenda M-PESA ndani ya vikomo vinavyoonyeshwa kwenye ukurasa; ada huonyeshwa kabla hujathibitisha. Utoaji ukishindikana, pesa hurudi kwenye pochi yako. Kwa usalama wako, namba mpya au nenosiri jipya linaweza kuhitaji msimbo wa ziada au kusubiri siku moja.',
  'When something goes wrong': 'Jambo likienda vibaya',
  'Tell us through <link>support</link>. We may freeze an account that is used for fraud while we find out what happened; payments already on their way are finished.':
    'Tuambie kupitia <link>huduma kwa wateja</link>. Tunaweza kusimamisha akaunti inayotumika kwa ulaghai tunapochunguza kilichotokea; malipo ambayo tayari yako njiani hukamilishwa.',
  'The law of Kenya applies.': 'Sheria za Kenya zinatumika.',

  'Privacy notice': 'Taarifa ya faragha',
  'What we keep': 'Tunachohifadhi',
  'Your name, email address and phone number; the gifts you send and receive with their messages; your payments and withdrawals with the receipts of M-PESA; and the devices you are signed in on.':
    'Jina lako, barua pepe na namba ya simu; zawadi unazotuma na kupokea pamoja na ujumbe wake; malipo yako na pesa ulizotoa pamoja na risiti za M-PESA; na vifaa ambavyo umeingia kwavyo.',
  Why: 'Kwa nini',
  'We need this to deliver gifts, to move money to the right person, to show you your history and to protect you from fraud. The law also asks anyone who moves money to keep records of it.':
    'Tunahitaji taarifa hizi ili kufikisha zawadi, kupeleka pesa kwa mtu sahihi, kukuonyesha historia yako na kukulinda dhidi ya ulaghai. Sheria pia inamtaka yeyote anayehamisha pesa aweke kumbukumbu zake.',
  'Who sees it': 'Nani anaiona',
  'The recipient of a gift sees your name and message. Safaricom sees the number and the amount of a payment, never your message. A merchant sees what a voucher is worth, not who bought it. We sell nothing to anybody.':
    'Mpokeaji wa zawadi huona jina lako na ujumbe wako. Safaricom huona namba na kiasi cha malipo, kamwe si ujumbe wako. Mfanyabiashara huona thamani ya vocha, si aliyeinunua. Hatuuzi chochote kwa yeyote.',
  'On this device': 'Kwenye kifaa hiki',
  'We store your sign-in, your language and your choice of light or dark. We also store your last known balance, the gifts you asked to keep here, and whether you want to install the app. One cookie remembers the width of the menu. Logging out wipes the sign-in, the balance and the gifts. There are no trackers.':
    'Tunahifadhi kuingia kwako, lugha yako na chaguo lako la mwangaza au giza. Pia tunahifadhi salio lako la mwisho linalojulikana, zawadi ulizotaka zihifadhiwe hapa, na kama unataka kuweka programu. Kidakuzi kimoja hukumbuka upana wa menyu. Kutoka kunafuta kuingia kwako, salio na zawadi. Hakuna vifuatiliaji.',
  'Your rights': 'Haki zako',
  'Under the Data Protection Act you may ask what we keep and have it corrected. We erase it on request, unless the law makes us keep it. Write to <link>support</link>.':
    'Kwa mujibu wa Sheria ya Ulinzi wa Data unaweza kuuliza tunachohifadhi na kutaka kirekebishwe. Tutakifuta ukiomba, isipokuwa sheria inatulazimu kukihifadhi. Andikia <link>huduma kwa wateja</link>.',

  'No prompt came to my phone': 'Ombi halikufika kwenye simu yangu',
  'Check that the phone is on, unlocked and has network, and that no other M-PESA prompt is open on it. M-PESA refuses the same amount to the same phone twice within 2 minutes; wait a moment and try again.':
    'Hakikisha simu imewashwa, haijafungwa na ina mtandao, na kwamba hakuna ombi lingine la M-PESA lililo wazi. M-PESA hukataa kiasi kilekile kwa simu ileile mara mbili ndani ya dakika 2; subiri kidogo, kisha ujaribu tena.',
  'I paid, but the gift still says Pending': 'Nimelipa, lakini zawadi bado inasema Inasubiri',
  'Do not pay again. Open the gift and press <b>Fetch Payment</b>: if M-PESA took your money, the gift is completed. Still pending after an hour? Send us the reference.':
    'Usilipe tena. Fungua zawadi na ubonyeze <b>Angalia Malipo</b>: kama M-PESA ilichukua pesa zako, zawadi itakamilika. Bado inasubiri baada ya saa moja? Tutumie rejeleo.',
  'I forgot my password': 'Nimesahau nenosiri langu',
  '<link>Ask for a reset code</link> by email, or by SMS to your verified number. Merchants ask for <theirs>a code</theirs> with merchant code and email address.':
    '<link>Omba msimbo</link> kwa barua pepe, au kwa SMS kwenye namba yako iliyothibitishwa. Wafanyabiashara huomba <theirs>msimbo wao</theirs> kwa msimbo wa biashara na barua pepe.',
  'My gift says it was sent to someone else': 'Zawadi yangu inasema ilitumwa kwa mtu mwingine',
  'To add a gift to your wallet, you need the phone number or email it was sent to, verified on your <link>profile</link>. You can always spend it with its code.':
    'Ili kuweka zawadi kwenye pochi yako, unahitaji namba ya simu au barua pepe iliyotumiwa zawadi hiyo, ikiwa imethibitishwa kwenye <link>wasifu</link> wako. Unaweza kuitumia kwa msimbo wake wakati wote.',
  'Phone stolen, or money moving that is not you?': 'Simu imeibiwa, au kuna pesa zinazotoka bila wewe?',
  'Freeze your wallet first. No money leaves it until you open it again.':
    'Kwanza funga pochi yako. Pesa hazitatoka hadi uifungue tena.',
  'Talk to us': 'Zungumza nasi',
  'If your phone is gone, we call you back on the number of your account and freeze your wallet.':
    'Kama huna simu yako, tutakupigia kwenye namba ya akaunti yako na kufunga pochi yako.',
  'Tell us the reference on your screen; never your password, your PIN or the code of a voucher.':
    'Tuambie rejeleo lililo kwenye skrini yako; kamwe usituambie nenosiri lako, PIN yako au msimbo wa vocha.',
  'Every day, day and night': 'Kila siku, mchana na usiku',
  '{first} to {last}, {opens} to {closes}': '{first} hadi {last}, {opens} hadi {closes}',
  '{day}, {opens} to {closes}': '{day}, {opens} hadi {closes}',
  'My phone was stolen': 'Simu yangu imeibiwa',
  '<freeze>Freeze your wallet</freeze> on any other phone or computer, and ask your mobile network to block the SIM. If someone may know your password, <reset>set a new one</reset>: that signs out every device.':
    '<freeze>Funga pochi yako</freeze> kwa simu au kompyuta nyingine yoyote, na uombe mtandao wako wa simu ufunge laini. Kama mtu anaweza kujua nenosiri lako, <reset>weka jipya</reset>: hilo huondoa vifaa vyote.',
  'My SIM was swapped, or my number stopped working':
    'Laini yangu imebadilishwa, au namba yangu haifanyi kazi',
  'Tell us at once, so that we freeze your wallet. Then go to your mobile network: only they can give you the number back. Soon after a swap, an SMS alone resets no password.':
    'Tuambie mara moja ili tufunge pochi yako. Kisha nenda kwa mtandao wako wa simu: wao pekee wanaweza kukurudishia namba. Muda mfupi baada ya laini kubadilishwa, SMS pekee haibadilishi nenosiri.',
  'I have a new number': 'Nina namba mpya',
  'Change it in your <link>profile</link>. If you can use neither your old number nor your email, tell us. Two of our people check who you are, and your wallet stays frozen for 72 hours.':
    'Ibadilishe kwenye <link>wasifu</link> wako. Kama huwezi kutumia namba ya zamani wala barua pepe yako, tuambie. Watu wetu wawili watahakikisha wewe ni nani, na pochi yako itabaki imefungwa kwa saa 72.',
  'Someone asks for my code or my PIN': 'Mtu ananiomba msimbo au PIN yangu',
  'That is fraud. We never ask for a code, a password or a PIN, and nor does M-PESA. A gift is not a payment until it is in your wallet. If you have told someone a code, freeze your wallet.':
    'Huo ni ulaghai. Hatuombi kamwe msimbo, nenosiri wala PIN, na M-PESA pia haiombi. Zawadi si malipo hadi iwe kwenye pochi yako. Kama umemwambia mtu msimbo, funga pochi yako.',
  'I sent a gift to the wrong number': 'Nimetuma zawadi kwa namba isiyo sahihi',
  'Open the gift in your <link>wallet</link> and press <b>Correct recipient</b>. You can do this until someone opens it, and for at most 24 hours. After that, tell us.':
    'Fungua zawadi kwenye <link>pochi</link> yako na ubonyeze <b>Rekebisha mpokeaji</b>. Unaweza kufanya hivi hadi mtu aifungue, kwa saa 24 tu. Baada ya hapo, tuambie.',
  'The SMS did not come': 'SMS haikufika',
  'Our messages come from ZAWADI. Check that the phone has network and room for messages, and does not block ZAWADI. You can have a code sent again. The buyer of a gift can press <b>Send again</b>.':
    'Ujumbe wetu hutoka ZAWADI. Hakikisha simu ina mtandao na nafasi ya ujumbe, na haizuii ZAWADI. Unaweza kutumiwa msimbo tena. Mnunuzi wa zawadi anaweza kubonyeza <b>Tuma tena</b>.',
} as const;
