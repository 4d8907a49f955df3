import { wordSet } from './word-set.ts';

/**
 * Names that the tagger reads as common nouns, in lower case. At the beginning of a sentence only this list shows that the
 * capital must stay; without it the question would be "When did britain declare war?".
 */
export const properNames = wordSet(
  'britain england scotland wales ireland tanganyika zaire rhodesia abyssinia persia prussia byzantium mesopotamia babylon ' +
    'carthage nubia kush axum buganda bunyoro ankole songhai benin dahomey zimbabwe swaziland burundi somaliland eritrea ' +
    'mombasa kisumu nakuru eldoret thika nyeri meru embu kitui machakos garissa wajir mandera marsabit isiolo turkana samburu ' +
    'baringo laikipia nandi kericho bomet kakamega vihiga bungoma busia siaya kisii nyamira migori kwale kilifi lamu narok ' +
    'kajiado kiambu muranga kirinyaga nyandarua malindi voi naivasha kampala entebbe jinja dodoma arusha mwanza kigali ' +
    'bujumbura juba mogadishu asmara lusaka harare lilongwe maputo luanda windhoek gaborone ' +
    'swahili kiswahili maasai kikuyu luo luhya kamba kalenjin zulu hausa yoruba igbo arabic latin greek ' +
    'islam christianity judaism hinduism buddhism congress nato interpol ' +
    'mercury venus mars jupiter saturn uranus neptune kilimanjaro everest sahara nile tana congo zambezi niger ' +
    'christmas easter ramadan bitcoin wikipedia google microsoft facebook python java linux windows',
);
