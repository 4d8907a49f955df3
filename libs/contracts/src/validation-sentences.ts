import { template } from './templates.ts';

/** Sentences about one field of a request. */
export const validationSentences = {
  required: template('Is required.', 'Inahitajika.'),
  once: template('Must be given once, as text.', 'Lazima itolewe mara moja, kama maandishi.'),
  text: template('Must be text.', 'Lazima iwe maandishi.'),
  number: template('Must be a number.', 'Lazima iwe nambari.'),
  wholeNumber: template('Must be a whole number.', 'Lazima iwe nambari kamili.'),
  trueOrFalse: template('Must be true or false.', 'Lazima iwe true au false.'),
  list: template('Must be a list.', 'Lazima iwe orodha.'),
  object: template('Must be an object.', 'Lazima iwe kitu chenye sehemu (object).'),
  minLength: template('Must be at least {count} characters.', 'Lazima iwe na angalau herufi {count}.'),
  maxLength: template('Must be at most {count} characters.', 'Herufi zisizidi {count}.'),
  minItems: template('Must have at least {count} items.', 'Lazima iwe na angalau vitu {count}.'),
  oneItem: template('Must have at least one item.', 'Lazima iwe na angalau kitu kimoja.'),
  maxItems: template('Must have at most {count} items.', 'Isizidi vitu {count}.'),
  min: template('Must be at least {count}.', 'Isipungue {count}.'),
  max: template('Must be at most {count}.', 'Isizidi {count}.'),
  oneOf: template('Must be one of {values}.', 'Lazima iwe mojawapo ya {values}.'),
  unknownField: template('Unknown field: {names}.', 'Sehemu isiyojulikana: {names}.'),
  instant: template('Must be a time in ISO 8601.', 'Lazima iwe wakati kwa mtindo wa ISO 8601.'),
  wrongForm: template('Has the wrong format.', 'Mtindo wake si sahihi.'),
  invalid: template('Is not valid.', 'Si sahihi.'),

  blank: template('Must not be blank.', 'Isiwe tupu.'),
  languageTag: template(
    'Must be a language tag, such as sw or en-GB.',
    'Lazima iwe alama ya lugha, kama sw au en-GB.',
  ),
  forbiddenCharacters: template('Contains characters that are not allowed.', 'Ina herufi zisizoruhusiwa.'),
  positiveInteger: template('Must be a positive integer.', 'Lazima iwe nambari kamili kubwa kuliko sifuri.'),
  wholeNumberBetween: template(
    'Must be a whole number from {min} to {max}.',
    'Lazima iwe nambari kamili kuanzia {min} hadi {max}.',
  ),
  noBody: template('This request takes no body.', 'Ombi hili halichukui maudhui.'),
  fileBody: template(
    'Send a file as application/octet-stream with its Content-Length.',
    'Tuma faili kama application/octet-stream pamoja na Content-Length yake.',
  ),
  entityTag: template('Must be one ETag of this resource, or *.', 'Lazima iwe ETag moja ya kitu hiki, au *.'),
  sameId: template(
    'The id of the body must equal the id of the path.',
    'id ya maudhui lazima ilingane na id ya anwani.',
  ),
  oneOperation: template(
    'Send one operation as { query, variables }.',
    'Tuma ombi moja kama { query, variables }.',
  ),

  emailInvalid: template('Invalid email address', 'Anwani ya barua pepe si sahihi'),
  emailOwn: template('This is already your email address.', 'Hii tayari ni anwani yako ya barua pepe.'),
  minUsernameLength: template(
    'Username must be at least {count} characters',
    'Jina la mtumiaji lazima liwe na angalau herufi {count}',
  ),
  maxUsernameLength: template(
    'Username must be at most {count} characters',
    'Jina la mtumiaji lisizidi herufi {count}',
  ),
  forbiddenInUsername: template(
    'Username contains characters that are not allowed',
    'Jina la mtumiaji lina herufi zisizoruhusiwa',
  ),
  minPasswordLength: template(
    'Password must be at least {count} characters',
    'Nenosiri lazima liwe na angalau herufi {count}',
  ),
  maxPasswordBytes: template('Password must be at most {count} bytes', 'Nenosiri lisizidi baiti {count}'),
  forbiddenInPassword: template(
    'Password contains characters that are not allowed',
    'Nenosiri lina herufi zisizoruhusiwa',
  ),
  passwordTooLong: template('Password is too long.', 'Nenosiri ni refu mno.'),

  cardCannotMove: template(
    'A card cannot be moved to another deck.',
    'Kadi haiwezi kuhamishiwa seti nyingine.',
  ),
  clientName: template(
    'Must be 1 to 64 letters, digits, - or _.',
    'Lazima iwe na herufi, tarakimu, - au _ kuanzia 1 hadi 64.',
  ),
  daysOver: template('These days are over.', 'Siku hizi zimeshapita.'),
  pushUnsupported: template(
    "This browser's notifications are not supported. Choose email.",
    'Arifa za kivinjari hiki hazitumiki hapa. Chagua barua pepe.',
  ),
  reminderToken: template('Must be the token of a reminder.', 'Lazima iwe tokeni ya kikumbusho.'),
  idTwice: template('Every card needs an id of its own.', 'Kila kadi inahitaji id yake.'),
  answerInvalid: template('The answer is not valid.', 'Jibu si sahihi.'),
  timezone: template(
    'Must be the IANA name of a time zone, such as Africa/Nairobi.',
    'Lazima iwe jina la IANA la saa za eneo, kama Africa/Nairobi.',
  ),
  phone: template(
    'Enter a Kenyan mobile number, such as 0712 345 678.',
    'Weka nambari ya simu ya mkononi ya Kenya, kama 0712 345 678.',
  ),
  phoneCharacters: template(
    'A phone number has digits only. Enter a Kenyan mobile number, such as 0712 345 678.',
    'Nambari ya simu ina tarakimu pekee. Weka nambari ya simu ya mkononi ya Kenya, kama 0712 345 678.',
  ),
  phoneAbroad: template(
    'This number is of another country. Enter a Kenyan mobile number, such as 0712 345 678.',
    'Nambari hii ni ya nchi nyingine. Weka nambari ya simu ya mkononi ya Kenya, kama 0712 345 678.',
  ),
  phoneTooShort: template(
    'This number has too few digits. Enter a Kenyan mobile number, such as 0712 345 678.',
    'Nambari hii ina tarakimu chache mno. Weka nambari ya simu ya mkononi ya Kenya, kama 0712 345 678.',
  ),
  phoneTooLong: template(
    'This number has too many digits. Enter a Kenyan mobile number, such as 0712 345 678.',
    'Nambari hii ina tarakimu nyingi mno. Weka nambari ya simu ya mkononi ya Kenya, kama 0712 345 678.',
  ),
  phoneNotMobile: template(
    'This is not a mobile number. Enter a Kenyan mobile number, such as 0712 345 678.',
    'Hii si nambari ya simu ya mkononi. Weka nambari ya simu ya mkononi ya Kenya, kama 0712 345 678.',
  ),
  rating: template(
    'Must be 1 for a wrong answer and 2 to 4 for a correct one.',
    'Lazima iwe 1 kwa jibu lisilo sahihi na 2 hadi 4 kwa jibu sahihi.',
  ),
  paymentName: template(
    'Provide an invoice_id, a checkout_id or a tracking_id.',
    'Toa invoice_id, checkout_id au tracking_id.',
  ),
  paymentNameOfGraph: template(
    'Provide an invoiceId, a checkoutId or a trackingId.',
    'Toa invoiceId, checkoutId au trackingId.',
  ),

  domain: template('Must be a domain such as example.org.', 'Lazima iwe kikoa kama example.org.'),
  emailPrefix: template('Must be usable in an email address.', 'Lazima ifae katika anwani ya barua pepe.'),
  idOrKey: template('Must be an id or key.', 'Lazima iwe id au ufunguo.'),
  deadLetterId: template('Must be the id of a dead letter.', 'Lazima iwe id ya ujumbe ulioshindikana.'),
  aggregate: template('Must be kind:id.', 'Lazima iwe aina:id.'),
  emailsOrIds: template('Provide email addresses or ids.', 'Toa anwani za barua pepe au id.'),
};
