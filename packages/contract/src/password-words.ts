/**
 * Words that people in Kenya combine with a year or a few digits as a password. They are keyboard rows, places, months,
 * names of faith, clubs and companies, and frequent words in Swahili and English. Lower case, letters only. Lists of
 * leaked passwords have few Swahili words.
 */
export const PASSWORD_WORDS: readonly string[] = `
password passwd passcode nenosiri siri qwerty qwertyuiop asdf asdfgh zxcvbn letmein welcome admin administrator login
iloveyou loveyou correcthorsebatterystaple love lovely test demo guest master secret
kenya nairobi mombasa kisumu nakuru eldoret thika malindi kitale garissa kakamega nyeri machakos meru embu kericho
naivasha lamu kilifi kwale narok kajiado kiambu muranga nyandarua kirinyaga laikipia nanyuki isiolo marsabit mandera
wajir turkana lodwar samburu baringo bomet bungoma busia siaya homabay migori kisii nyamira vihiga nandi kapsabet
uasingishu marakwet pokot tharaka taita taveta makueni kitui ruiru kikuyu limuru juja rongai karen westlands kibera
eastleigh kasarani umoja uganda tanzania africa afrika
january february march april june july august september october november december januari februari machi aprili juni
julai agosti septemba oktoba novemba desemba monday friday sunday jumatatu ijumaa jumapili
mungu yesu bwana maria jesus christ god lord faith grace blessed blessing hallelujah amen angel malaika
mama baba mtoto dada kaka rafiki nakupenda upendo mapenzi mpenzi amani furaha baraka neema imani tumaini asante jambo
habari karibu sawa safari simba chui twiga ndovu tembo duma nyota jua mwezi maisha pesa biashara duka shule mwalimu
uhuru harambee taifa mwananchi mzee kijana msichana hakuna matata pole kesho maji ugali chai sukuma nyama mrembo tamu
family friend friends happy money success winner champion hustler baby beautiful princess king queen
arsenal chelsea liverpool manchester united gormahia barcelona madrid football
airtel equity telkom google gmail facebook whatsapp samsung iphone tecno nokia android
`
  .trim()
  .split(/\s+/u);
