/** Signing in and up, resetting a password, verifying an email. */
export const signIn = {
  'A gift that fits in an SMS.': 'Zawadi inayotosha kwenye SMS.',
  'Every shilling in its place.': 'Kila shilingi mahali pake.',
  'Gifts, spent at your till.': 'Zawadi, zinazotumika kwenye kaunta yako.',
  Administration: 'Usimamizi',
  'Merchant sign in': 'Wafanyabiashara: ingia',
  'Merchant code': 'Msimbo wa mfanyabiashara',
  Developers: 'Wasanidi programu',
  'Need help? <link>Merchant support</link>': 'Unahitaji msaada? <link>Huduma kwa wafanyabiashara</link>',

  'Sign in': 'Ingia',
  'Sign In': 'Ingia',
  'Signing in...': 'Unaingia...',
  'New here? <link>Create an account</link>': 'Mgeni hapa? <link>Fungua akaunti</link>',
  'Forgot password?': 'Umesahau nenosiri?',
  'Merchant? <link>Sign in with your merchant code</link>':
    'Mfanyabiashara? <link>Ingia kwa msimbo wako wa mfanyabiashara</link>',
  'Lost your phone? <link>Freeze your wallet</link>': 'Umepoteza simu? <link>Funga pochi yako</link>',
  'Freeze my wallet': 'Funga pochi yangu',
  'Freezing...': 'Inafungwa...',
  'Or the phone number you have verified': 'Au namba ya simu uliyothibitisha',
  'Remember me': 'Nikumbuke',
  'Continue with a passkey': 'Endelea kwa ufunguo wa siri',
  'Use a passkey instead': 'Tumia ufunguo wa siri',
  'Passkeys need the name of this site. <link>Open this page by its name</link>':
    'Funguo za siri zinahitaji jina la tovuti hii. <link>Fungua ukurasa huu kwa jina lake</link>',
  'No passkey was used. Nothing has changed.': 'Hakuna ufunguo wa siri uliotumika. Hakuna kilichobadilika.',
  'This device has a passkey of your account already.':
    'Kifaa hiki tayari kina ufunguo wa siri wa akaunti yako.',
  'Your passkey could not be used here. Please try again.':
    'Ufunguo wako wa siri haukuweza kutumika hapa. Tafadhali jaribu tena.',
  'Authentication code': 'Msimbo wa uthibitishaji',
  'From your authenticator app, or a recovery code':
    'Kutoka programu yako ya uthibitishaji, au msimbo wa akiba',
  Email: 'Barua pepe',
  Password: 'Nenosiri',
  'Login successful!': 'Umeingia!',
  'Login failed. Please check your credentials and try again.':
    'Imeshindikana kuingia. Tafadhali angalia barua pepe na nenosiri lako, kisha ujaribu tena.',
  'If you forgot your password, please reset it.': 'Kama umesahau nenosiri, tafadhali weka jipya.',
  'Failed to login': 'Imeshindikana kuingia',
  'Please enter your password': 'Tafadhali andika nenosiri lako',
  'Please enter your merchant code': 'Tafadhali andika msimbo wako wa mfanyabiashara',
  'Please enter a valid merchant code': 'Tafadhali andika msimbo sahihi wa mfanyabiashara',
  'Please enter your email': 'Tafadhali andika barua pepe yako',
  'Please enter a valid email address': 'Tafadhali andika barua pepe sahihi',

  'Create an account': 'Fungua akaunti',
  'Already have one? <link>Sign in</link>': 'Tayari una akaunti? <link>Ingia</link>',
  'First name': 'Jina la kwanza',
  'Last name': 'Jina la ukoo',
  'Phone number': 'Namba ya simu',
  'At least 8 characters': 'Angalau herufi 8',
  'Weak: easy to guess. A few words in a row are better.':
    'Dhaifu: ni rahisi kukisiwa. Maneno machache mfululizo ni bora.',
  'Easy to guess: it uses your name or other words known about you. Choose other words.':
    'Ni rahisi kukisiwa: lina jina lako au maneno mengine yanayojulikana kukuhusu. Chagua mengine.',
  'Easy to guess: many people use this word. A few words in a row are better.':
    'Ni rahisi kukisiwa: watu wengi hutumia neno hili. Maneno machache mfululizo ni bora.',
  'This password is too common. Please choose a few words in a row.':
    'Watu wengi hutumia nenosiri hili. Tafadhali chagua maneno machache mfululizo.',
  'This password uses a name, an address or a word known about you. Please choose other words.':
    'Nenosiri hili lina jina, anwani au neno linalojulikana kukuhusu. Tafadhali chagua maneno mengine.',
  'Fair: longer is stronger.': 'Wastani: refu zaidi ni imara zaidi.',
  Strong: 'Imara',
  'Confirm password': 'Rudia nenosiri',
  'I agree to the <terms>terms and conditions</terms> and the <privacy>privacy notice</privacy>':
    'Ninakubali <terms>vigezo na masharti</terms> na <privacy>taarifa ya faragha</privacy>',
  'Create Account': 'Fungua Akaunti',
  'Creating account...': 'Akaunti inafunguliwa...',
  'Account created successfully!': 'Akaunti imefunguliwa!',
  'Failed to create account. Please try again.': 'Imeshindikana kufungua akaunti. Tafadhali jaribu tena.',
  'Please check your details and try again.': 'Tafadhali angalia maelezo yako, kisha ujaribu tena.',
  'Please agree to the terms and conditions': 'Tafadhali kubali vigezo na masharti',
  'Passwords do not match': 'Manenosiri hayafanani',
  'Please type the password again': 'Tafadhali andika nenosiri tena',
  "Passwords don't match": 'Manenosiri hayafanani',
  'Account Created!': 'Akaunti Imefunguliwa!',
  'Continue to Dashboard': 'Endelea kwenye Dashibodi',
  'We have sent a verification link to your email. Open it to verify your address. Then verify your phone in your profile: we text you a 6-digit code.':
    'Tumekutumia kiungo cha uthibitisho kwa barua pepe. Kifungue ili uthibitishe anwani yako. Kisha thibitisha simu yako kwenye wasifu: tutakutumia msimbo wa tarakimu 6 kwa SMS.',
  '<b>Account Created!</b> We have sent a verification link to your email. Please check your inbox, then sign in.':
    '<b>Akaunti Imefunguliwa!</b> Tumekutumia kiungo cha uthibitisho kwa barua pepe. Tafadhali angalia kisanduku chako, kisha uingie.',

  'Reset Password': 'Weka Nenosiri Jipya',
  'Send Reset Code': 'Tuma Msimbo',
  'Sending...': 'Inatumwa...',
  'Back to sign in': 'Rudi kuingia',
  'Reset code sent to your email': 'Msimbo umetumwa kwa barua pepe yako',
  'Reset code sent to your phone': 'Msimbo umetumwa kwa simu yako',
  'Enter the code from the SMS': 'Andika msimbo ulio kwenye SMS',
  'Use my phone number instead': 'Tumia namba yangu ya simu',
  'Use my email instead': 'Tumia barua pepe yangu',
  'We send a code by SMS to the number that you have verified with us.':
    'Tunatuma msimbo kwa SMS kwa namba uliyoithibitisha kwetu.',
  'If this number is verified with us, we sent it a code. Enter it here.':
    'Kama namba hii imethibitishwa kwetu, tumekutumia msimbo. Uandike hapa.',
  'Lost your number? Ask our support': 'Umepoteza namba yako? Uliza huduma kwa wateja',
  'Check the inbox and enter the code': 'Angalia kisanduku chako na uandike msimbo',
  'Failed to send reset code. Please try again.': 'Imeshindikana kutuma msimbo. Tafadhali jaribu tena.',
  'Enter the code from our email, or open the link in it.':
    'Andika msimbo ulio kwenye barua pepe yetu, au fungua kiungo kilichomo.',
  'Enter the code we sent to {email}, or open the link in the same email.':
    'Andika msimbo tuliotuma kwa {email}, au fungua kiungo kwenye barua pepe hiyo.',
  'Choose a new password. We then sign out every device.':
    'Chagua nenosiri jipya. Kisha tutaondoa vifaa vyote.',
  '<b>{sentence}</b> <link>Ask for a new email</link>': '<b>{sentence}</b> <link>Omba barua pepe mpya</link>',
  'Verification code': 'Msimbo wa uthibitisho',
  '6 digits': 'Tarakimu 6',
  'New password': 'Nenosiri jipya',
  'Resetting...': 'Inawekwa...',
  'No code? <link>Send a new one</link>': 'Hujapata msimbo? <link>Tuma mpya</link>',
  'Password reset successful': 'Nenosiri jipya limewekwa',
  'You can now log in with your new password': 'Sasa unaweza kuingia kwa nenosiri lako jipya',
  'Failed to reset password. Please try again.':
    'Imeshindikana kuweka nenosiri jipya. Tafadhali jaribu tena.',

  'Verify your email': 'Thibitisha barua pepe yako',
  'Verifying...': 'Inathibitishwa...',
  '<b>Your email is verified.</b> Thank you. Gifts sent to this address can now be added to your wallet.':
    '<b>Barua pepe yako imethibitishwa.</b> Asante. Zawadi zilizotumwa kwa anwani hii sasa zinaweza kuongezwa kwenye pochi yako.',
  'Press the button to confirm that this address is yours.':
    'Bonyeza kitufe kuthibitisha kuwa anwani hii ni yako.',
  'Enter the password of your account, so that no one else can use your address.':
    'Andika nenosiri la akaunti yako, ili mtu mwingine asitumie anwani yako.',
  'Confirm my address': 'Thibitisha anwani yangu',
  'No account of yours, or no password? <link>Set a new password</link>':
    'Si akaunti yako, au huna nenosiri? <link>Weka nenosiri jipya</link>',
  'Was this not you?': 'Je, si wewe?',
  'Press the button if your business did not ask Zawadi for a new contact. We then stop pay-outs until two of us have checked. You can keep selling.':
    'Bonyeza kitufe kama biashara yako haikuiomba Zawadi mawasiliano mapya. Kisha tutazuia malipo hadi wawili wetu waangalie. Unaweza kuendelea kuuza.',
  '<b>We have stopped pay-outs.</b> Two of us are checking now. Please write to our support and say how to reach you.':
    '<b>Tumezuia malipo.</b> Wawili wetu wanaangalia sasa. Tafadhali iandikie huduma kwa wateja jinsi tunavyoweza kukupata.',
  '<b>{sentence}</b> If your business did not ask for a new contact, write to our support.':
    '<b>{sentence}</b> Kama biashara yako haikuomba mawasiliano mapya, iandikie huduma kwa wateja.',
  'Press the button if you did not ask for a new email or phone number. We keep or restore your old one, sign out every device, and stop withdrawals until you set a new password.':
    'Bonyeza kitufe kama hukuomba barua pepe au namba mpya ya simu. Tutabakisha au kurudisha ya zamani, tutaondoa vifaa vyote, na tutazuia utoaji wa pesa hadi uweke nenosiri jipya.',
  'Stopping it...': 'Inazuiwa...',
  'This was not me': 'Si mimi',
  'If it was you, close this page: nothing has happened.':
    'Kama ni wewe, funga ukurasa huu: hakuna kilichotokea.',
  '<b>Your account is safe.</b> It has {contact} again. Now set a new password: someone else knows the old one.':
    '<b>Akaunti yako iko salama.</b> Ina {contact} tena. Sasa weka nenosiri jipya: mtu mwingine anajua la zamani.',
  '<b>{sentence}</b> If you cannot sign in or something is strange, set a new password and write to our support.':
    '<b>{sentence}</b> Ukishindwa kuingia au ukiona jambo geni, weka nenosiri jipya na uandikie huduma kwa wateja.',
  'Set a new password': 'Weka nenosiri jipya',
  'Write to support': 'Andikia huduma kwa wateja',
  'Your link still works.': 'Kiungo chako bado kinafanya kazi.',
  '<b>{sentence}</b> If you have used it before, your email is verified: just sign in. Otherwise ask for a new one in your profile.':
    '<b>{sentence}</b> Kama ulikitumia hapo awali, barua pepe yako imethibitishwa: ingia tu. La sivyo, omba kipya kwenye wasifu wako.',
  'Your email is verified already. There is nothing left to do.':
    'Barua pepe yako tayari imethibitishwa. Hakuna kilichobaki kufanya.',
  'This link is not complete. Open the one in our newest email, or ask for a new one in your profile.':
    'Kiungo hiki hakijakamilika. Fungua kile kilicho kwenye barua pepe yetu mpya, au omba kipya kwenye wasifu wako.',
  '<b>{sentence}</b> Ask for a new one in your profile.': '<b>{sentence}</b> Omba kipya kwenye wasifu wako.',
  Continue: 'Endelea',

  'Please fill in all required fields': 'Tafadhali jaza sehemu zote zinazohitajika',
  'Please enter a valid phone number, such as 254712345678':
    'Tafadhali andika namba sahihi ya simu, kama 254712345678',
  'Password must be at least 8 characters': 'Nenosiri lazima liwe na angalau herufi 8',
  'Please use letters only, without numbers and signs': 'Tafadhali tumia herufi tu, bila namba wala alama',
  'Please put a space after a full stop: a name cannot be a link':
    'Tafadhali weka nafasi baada ya nukta: jina haliwezi kuwa kiungo',
  'This looks like the name of a company or service. Please enter your own name':
    'Hili linafanana na jina la kampuni au huduma. Tafadhali andika jina lako mwenyewe',
  'Please use letters, digits and the signs & + # / ( ) _':
    'Tafadhali tumia herufi, tarakimu na alama & + # / ( ) _',
  'Please leave out numbers of more than four digits': 'Tafadhali ondoa namba za tarakimu zaidi ya nne',
  'This looks like a service of Zawadi, M-PESA or a bank. Please choose another name':
    'Hili linafanana na huduma ya Zawadi, M-PESA au benki. Tafadhali chagua jina lingine',
  'Please use at most 40 characters': 'Tafadhali tumia herufi zisizozidi 40',
  'Please use at most 80 characters': 'Tafadhali tumia herufi zisizozidi 80',
  'Please use at most 200 characters': 'Tafadhali tumia herufi zisizozidi 200',
  'Please use at most 254 characters': 'Tafadhali tumia herufi zisizozidi 254',
  'Please use at most 300 characters': 'Tafadhali tumia herufi zisizozidi 300',
  'Please keep this on one line': 'Tafadhali andika kwenye mstari mmoja',
  'This has characters we cannot store': 'Kuna herufi ambazo hatuwezi kuhifadhi',
  'Invalid verification code': 'Msimbo wa uthibitisho si sahihi',
  'This is not a valid reference': 'Rejeleo hili si sahihi',
  'This link is not valid': 'Kiungo hiki si sahihi',
  'Please enter a valid amount': 'Tafadhali andika kiasi sahihi',
  'Please enter a whole number of shillings': 'Tafadhali andika shilingi kamili',
  'This amount is too large': 'Kiasi hiki ni kikubwa mno',
} as const;
