import { limits, study } from '../constants.ts';
import type { ErrorName } from '../error-catalogue.ts';
import { mediaLimits } from '../media.ts';
import { megabytesOf, withThousands } from '../numbers.ts';

const inMegabytes = (bytes: number) => `MB ${megabytesOf(bytes)}`;

/** Sentences of the error catalogue in Kiswahili. */
export const errorsInKiswahili: Record<ErrorName, string> = {
  VALIDATION: 'Ombi si sahihi.',
  BODY_NOT_JSON: 'Maudhui ya ombi si JSON sahihi.',
  BODY_TOO_DEEP: 'Maudhui ya ombi yana ngazi nyingi mno.',
  ADDRESS_INVALID: 'Anwani si sahihi.',
  UNAUTHENTICATED: 'Tafadhali ingia.',
  FORBIDDEN: 'Huna ruhusa ya kufanya hivi.',
  ADDRESS_INTERNAL: 'Anwani hii ni ya ndani.',
  NOT_FOUND: 'Hakuna kitu kwenye anwani hii.',
  METHOD_NOT_ALLOWED: 'Anwani hii haikubali ombi la aina hii.',
  TIMEOUT: 'Ombi lilichukua muda mrefu mno kufika.',
  TOO_LARGE: 'Ombi ni kubwa mno.',
  ADDRESS_TOO_LONG: 'Anwani ni ndefu mno.',
  UNSUPPORTED_MEDIA_TYPE: 'Tuma maudhui kama application/json.',
  CHARSET_UNSUPPORTED: 'Tuma maudhui kwa UTF-8.',
  ENCODING_UNSUPPORTED: 'Tuma maudhui bila kuyabana.',
  BODY_NOT_UTF8: 'Maudhui ya ombi si UTF-8 sahihi.',
  RATE_LIMITED: 'Maombi ni mengi mno. Tafadhali subiri kidogo.',
  HEADERS_TOO_LARGE: 'Vichwa vya ombi ni vikubwa mno.',
  INTERNAL: 'Hitilafu imetokea. Tafadhali jaribu tena.',
  UNAVAILABLE: 'Huduma haipatikani kwa sasa. Tafadhali jaribu tena baada ya muda mfupi.',
  PART_UNAVAILABLE: 'Sehemu ya huduma haipatikani kwa sasa. Tafadhali jaribu tena baada ya muda mfupi.',

  KEY_INVALID: 'Idempotency-Key lazima iwe na herufi 1 hadi 200 zinazoweza kuchapishwa.',
  IN_PROGRESS: 'Ombi la kwanza lenye Idempotency-Key hii bado linaendelea.',
  IDEMPOTENCY_KEY_REUSED: 'Idempotency-Key hii ilitumika kwa ombi jingine.',

  PERSISTED_QUERY_NOT_SUPPORTED: 'Maombi yaliyohifadhiwa hayakubaliki.',
  GRAPHQL_PARSE_FAILED: 'Ombi halisomeki.',
  GRAPHQL_VALIDATION_FAILED: 'Ombi halilingani na grafu.',
  BAD_USER_INPUT: 'Thamani zilizotolewa hazilingani na ombi.',
  OPERATION_UNKNOWN: 'Ni maombi ya tovuti ya Kumbuka pekee yanayokubaliwa.',
  OPERATION_TOO_LARGE: `Ombi linaweza kusoma zaidi ya vitu ${limits.operationItems}.`,
  REPETITIVE_OPERATION: 'Ombi linauliza sehemu ileile mara nyingi mno.',
  TEXT_OPERATION_TOO_LARGE: `Ombi linasoma kadi zenye zaidi ya ${inMegabytes(limits.operationText)}.`,

  PASSWORD_TOO_COMMON: 'Nenosiri hili linatumiwa na watu wengi mno.',
  OTP_INVALID: 'Msimbo si sahihi au muda wake umeisha.',
  INVALID_CREDENTIALS:
    "Anwani ya barua pepe au nenosiri si sahihi; 'Umesahau nenosiri?' hukuwezesha kuchagua jipya.",
  PASSWORD_WRONG: 'Nenosiri si sahihi.',
  SIGN_UP_LINK_INVALID: 'Kiungo hiki hakijakamilika. Kinakili chote kutoka kwenye barua pepe.',
  SIGN_UP_VERIFIED:
    'Anwani hii ya barua pepe imeshathibitishwa, kwa hiyo akaunti inabaki. Unaweza kuchagua nenosiri jipya.',
  EMAIL_TAKEN: 'Tayari kuna akaunti yenye anwani hii ya barua pepe.',
  USERNAME_TAKEN: 'Jina hili la mtumiaji tayari linatumika.',
  OPERATOR_UNVERIFIED: 'Msimamizi lazima kwanza awe amethibitisha anwani ya barua pepe.',
  OPERATOR_IS_DEMO: 'Akaunti ya majaribio haiwezi kuwa ya msimamizi.',
  OTP_LOCKED: 'Misimbo yenye makosa ni mingi mno. Tafadhali omba mpya.',
  CODE_ASKED_TOO_SOON: 'Tafadhali subiri kidogo kabla ya kuomba msimbo mwingine.',

  DECK_NOT_FOUND: 'Seti hii ya kadi haipo.',
  FLASHCARD_NOT_FOUND: 'Kadi hii haipo.',
  VERSION_CONFLICT:
    'Maandishi haya yameshabadilishwa kwingine. Linganisha maandishi yote mawili, kisha uhifadhi tena.',
  NOTE_NOT_FOUND: 'Dokezo hili halipo.',
  SIDES_READ_ONLY: 'Kadi hii hutokana na dokezo lenye maandishi yake. Hariri dokezo hilo.',
  IMPORT_NOT_FOUND: 'Uletaji huu haupo.',
  IMPORT_RUNNING: 'Uletaji mwingine bado unaendelea. Tafadhali subiri umalizike.',
  IMPORT_STATE: 'Uletaji uko kwenye hatua nyingine.',
  IMPORT_PIECE_MISSING: 'Kipande cha faili kinakosekana kabla ya hiki.',
  IMPORT_TOO_LARGE: `Faili inaweza kuwa na ukubwa usiozidi ${inMegabytes(limits.importBytes)}, na hifadhi ya Kumbuka ${inMegabytes(limits.importArchiveBytes)}.`,
  ARCHIVE_TOO_LARGE: 'Akaunti yako ni kubwa mno kwa hifadhi moja. Hamisha seti zake moja moja.',
  TOO_MANY_IMPORTS: `Unaweza kuleta faili zisizozidi ${limits.importsPerDay} kwa siku.`,
  IMPORTS_FULL: 'Faili nyingi zinaletwa sasa hivi. Tafadhali jaribu tena baadaye.',
  UNDO_TOO_LATE: 'Uletaji unaweza kutenguliwa kwa siku moja tu.',
  RESTORE_TOO_LATE: 'Kilichofutwa kinaweza kurejeshwa ndani ya saa moja tu.',
  STARTER_DECK_NOT_FOUND: 'Seti hii ya kuanzia haipo.',
  TOO_MANY_DECKS: `Unaweza kuwa na seti zisizozidi ${withThousands(limits.decksPerLearner)}.`,
  TOO_MANY_CARDS: `Seti inaweza kuwa na kadi zisizozidi ${withThousands(limits.cardsPerDeck)}.`,
  TOO_MUCH_TEXT: `Maandishi yote ya seti hayawezi kuzidi ${inMegabytes(limits.deckTextBytes)}.`,
  MEDIA_NOT_FOUND: 'Picha au sauti hii haipo.',
  MEDIA_UNREADABLE:
    'Faili hii si picha (JPEG, PNG, WebP, GIF, AVIF) wala sauti (MP3, M4A, Ogg, WAV) inayoweza kusomwa.',
  TOO_MUCH_MEDIA: `Akaunti inaweza kuwa na picha na sauti zisizozidi ${withThousands(mediaLimits.accountFiles)}, na ukubwa wa jumla usiozidi ${inMegabytes(mediaLimits.accountBytes)}.`,

  STUDY_SESSION_NOT_FOUND: 'Kipindi hiki cha kusoma hakipo.',
  ANSWER_NOT_FOUND: 'Jibu hili halipo.',
  CHANGE_NOT_FOUND: 'Badiliko hili halipo.',
  ANSWER_NOT_LATEST: 'Ni jibu la mwisho la kadi pekee linaloweza kutenguliwa.',
  ANSWER_REPEATED: 'Kadi hii tayari imejibiwa katika kipindi hiki.',
  TOO_MANY_OPEN_SESSIONS: `Vipindi vya kusoma vilivyo wazi kwa wakati mmoja haviwezi kuzidi ${study.openSessions}.`,

  PAYWALL: 'Maombi yako ya bure ya AI ya mwezi huu yameisha. Lipia mpango ili utengeneze zaidi.',
  GENERATION_NOT_FOUND: 'Kadi hizi zilizotengenezwa hazipo.',
  GENERATION_RUNNING: 'Utengenezaji wako wa mwisho bado unaendelea. Tafadhali subiri ukamilike.',
  GENERATION_NOT_READY: 'Hakuna kadi zilizotengenezwa za kuongeza.',
  GENERATION_EMPTY:
    'Hakuna kadi zilizoweza kutengenezwa kwa maandishi haya. Yanahitaji sentensi kamili, maswali yenye majibu au orodha ya jozi.',
  GENERATION_FAILED: 'Kadi hazikuweza kutengenezwa. Hakuna kilichohesabiwa; tafadhali jaribu tena.',
  GENERATION_TIMEOUT:
    'Kadi zilichukua muda mrefu mno kutengenezwa. Hakuna kilichohesabiwa; tafadhali jaribu tena.',

  REDIRECT_NOT_ALLOWED: 'redirect_url lazima iwe ukurasa wa tovuti hii.',
  PAYMENT_NOT_FOUND: 'Malipo haya hayapo.',
  REFUND_NOT_FOUND: 'Marejesho haya ya pesa hayapo.',
  REFUND_WITHOUT_PLAN:
    'Marejesho haya hayahusu mpango wowote, kwa hiyo hakuna cha kumaliza; funga dokezo badala yake.',
  PHONE_BUSY:
    'Simu hii tayari ina ombi la malipo la akaunti nyingine. Lijibu kwenye simu, au jaribu tena baada ya dakika tano.',
  CHECKOUT_FAILED: 'Mtoa huduma ya malipo hakupokea malipo. Tafadhali jaribu tena.',
  PROVIDER_TIMEOUT: 'Mtoa huduma ya malipo hakujibu kwa wakati. Tafadhali jaribu tena.',

  DELETION_NOT_FOUND: 'Ufutaji huu haupo.',
  DEMO_BATCH_NOT_FOUND: 'Kundi hili la watumiaji wa majaribio halipo.',
  DEAD_LETTER_NOT_FOUND: 'Ujumbe huu ulioshindikana haupo tena.',
  DEAD_LETTER_CUT:
    'Ujumbe huu hauwezi kutumwa tena, kwa sababu asili yake haipo, ni tofauti nao au ina zaidi ya siku 30.',
};
