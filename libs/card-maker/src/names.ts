/**
 * Names that the tagger takes for common nouns, in lower case. At the beginning of a sentence nothing else shows that the
 * capital must stay: "When did britain declare war?".
 */
export const knownNames: ReadonlySet<string> = new Set(
  (
    'britain england scotland wales ireland tanganyika zaire rhodesia abyssinia persia prussia byzantium mesopotamia babylon ' +
    'carthage nubia kush axum buganda bunyoro ankole songhai benin dahomey zimbabwe swaziland burundi somaliland eritrea ' +
    'mombasa kisumu nakuru eldoret thika nyeri meru embu kitui machakos garissa wajir mandera marsabit isiolo turkana samburu ' +
    'baringo laikipia nandi kericho bomet kakamega vihiga bungoma busia siaya kisii nyamira migori kwale kilifi lamu narok ' +
    'kajiado kiambu muranga kirinyaga nyandarua malindi voi naivasha kampala entebbe jinja dodoma arusha mwanza kigali ' +
    'bujumbura juba mogadishu asmara lusaka harare lilongwe maputo luanda windhoek gaborone ' +
    'swahili kiswahili maasai kikuyu luo luhya kamba kalenjin zulu hausa yoruba igbo arabic latin greek ' +
    'islam christianity judaism hinduism buddhism congress nato interpol ' +
    'mercury venus mars jupiter saturn uranus neptune kilimanjaro everest sahara nile tana congo zambezi niger ' +
    'christmas easter ramadan bitcoin wikipedia google microsoft facebook python java linux windows'
  ).split(' '),
);
