/** A text of the benchmark. */
export interface BenchmarkText {
  kind: 'word list' | 'definitions' | 'prose' | 'history' | 'law' | 'code' | 'pdf' | 'notes';
  language: string;
  text: string;
}

const text = (kind: BenchmarkText['kind'], language: string, lines: string): BenchmarkText => ({
  kind,
  language,
  text: lines.trim(),
});

/** Texts as learners paste them, eight kinds in eight languages where the kind allows it. */
export const benchmarkTexts: readonly BenchmarkText[] = [
  text(
    'word list',
    'en',
    'brisk - quick and lively\nfrugal - careful with money\nhumid - damp\nvacant - empty\nscarce - hard to find',
  ),
  text('word list', 'sw', 'ndiyo - yes\nhapana - no\nmimi - I\nwewe - you\nmoja - 1\nshule - school'),
  text('word list', 'fr', 'année;year\naéroport;airport\naïeul;ancestor\nécole;school\nété;summer'),
  text('word list', 'es', 'papa = potato\npapá = dad\naño = year\nmañana = tomorrow; morning'),
  text('word list', 'de', 'Haus\thouse\nBaum\ttree\nschön\tbeautiful\nschon\talready'),
  text('word list', 'vi', 'ma - ghost\nmá - mother\nmà - but\nmả - tomb\nmã - horse\nmạ - rice seedling'),
  text('word list', 'ar', 'كتاب - book\nقلم - pen\nمدرسة - school\nماء - water'),
  text('word list', 'hi', 'काल - time\nकील - nail\nपानी - water\nघर - house'),
  text(
    'definitions',
    'en',
    'Osmosis: the movement of water through a membrane from a weak to a strong solution.\nDiffusion: the spread of particles from where they are many to where they are few.\nTurgor: the pressure of the contents of a cell on its wall.',
  ),
  text(
    'definitions',
    'en',
    'Inflation: a general rise of prices over time.\nDemand: the quantity of goods that buyers want at a price.\nMonopoly: a market with one seller.',
  ),
  text(
    'definitions',
    'sw',
    'Nomino ni neno linalotaja kitu, mtu au mahali.\nKitenzi ni neno linaloeleza tendo.\nKivumishi ni neno linaloeleza zaidi kuhusu nomino.',
  ),
  text(
    'definitions',
    'fr',
    "La cellule est l'unité de base de tous les êtres vivants.\nLe noyau contient le matériel génétique de la cellule.\nLa membrane contrôle les échanges avec le milieu extérieur.",
  ),
  text(
    'definitions',
    'es',
    'La célula es la unidad básica de todos los seres vivos.\nEl núcleo contiene el material genético de la célula.',
  ),
  text('definitions', 'zh', '光合作用是植物利用阳光制造养分的过程。细胞核储存遗传信息并控制细胞的活动。'),
  text(
    'prose',
    'en',
    'The liver is the largest gland of the body. It lies below the diaphragm. The liver stores glucose as glycogen and breaks down old red blood cells. Bile is made in the liver and stored in the gall bladder. Alcohol damages the liver because its cells turn poisons into harmless substances.',
  ),
  text(
    'prose',
    'en',
    'Lake Victoria is the largest lake of Africa. Three countries share its shore: Kenya, Uganda and Tanzania. The lake is drained by the Nile. Nile perch was introduced in the 1950s and caused the loss of many native fish.',
  ),
  text(
    'prose',
    'sw',
    'Ziwa Victoria ni ziwa kubwa kuliko yote barani Afrika. Samaki wengi huvuliwa katika ziwa hilo kila mwaka. Mto Nile huanzia katika Ziwa Victoria na kutiririka hadi Misri.',
  ),
  text(
    'prose',
    'fr',
    'Le Nil traverse onze pays avant de rejoindre la Méditerranée. Les agriculteurs utilisent les crues pour irriguer leurs champs depuis des millénaires.',
  ),
  text(
    'prose',
    'ar',
    'يعد نهر النيل من أطول الأنهار في العالم ويمر بإحدى عشرة دولة. تعتمد الزراعة في مصر على مياه النهر منذ آلاف السنين.',
  ),
  text('prose', 'am', 'የዓባይ ወንዝ በአፍሪካ ውስጥ ከሚገኙት ወንዞች ሁሉ ረጅሙ ነው። ጣና ሐይቅ የኢትዮጵያ ትልቁ ሐይቅ ሆኖ ይታወቃል።'),
  text(
    'history',
    'en',
    'The Maji Maji rebellion began in 1905 in the south of German East Africa. In 1905, German troops hanged Kinjikitile. The Germans defeated the rebels in 1907. More than 75,000 people died of hunger after the war.',
  ),
  text(
    'history',
    'en',
    'Ghana became independent in 1957. In 1963, the Organisation of African Unity was founded in Addis Ababa. Nelson Mandela was released from prison in 1990. Wangari Maathai received the Nobel Peace Prize in 2004.',
  ),
  text(
    'history',
    'en',
    'Years of independence\nGhana: 1957\nNigeria: 1960\nTanganyika: 1961\nUganda: 1962\nKenya: 1963',
  ),
  text(
    'history',
    'sw',
    'Kenya ilipata uhuru mwaka 1963. Vita vya Maji Maji vilianza mwaka 1905 kusini mwa Tanganyika. Julius Nyerere alikuwa rais wa kwanza wa Tanzania.',
  ),
  text(
    'history',
    'fr',
    'La Révolution française commence en 1789 avec la prise de la Bastille. Napoléon devient empereur des Français en 1804 à Paris.',
  ),
  text(
    'history',
    'de',
    'Die Berliner Mauer wurde im Jahr 1961 von der Regierung der DDR gebaut. Deutschland wurde im Oktober 1990 nach vierzig Jahren wieder vereinigt.',
  ),
  text(
    'law',
    'en',
    'An offer is a definite promise to be bound on certain terms. Consideration is the price that each party pays for the promise of the other. A minor is a person under the age of eighteen years. The offeror may revoke an offer before it is accepted.',
  ),
  text(
    'law',
    'en',
    'A bill becomes law when the President assents to it. The Senate represents the counties. The Supreme Court consists of seven judges. The Constitution of Kenya was promulgated on 27 August 2010.',
  ),
  text(
    'law',
    'sw',
    'Katiba ni sheria kuu ya nchi. Bunge hutunga sheria za nchi na kuidhinisha bajeti. Mahakama hutafsiri sheria na kutatua migogoro kati ya watu.',
  ),
  text(
    'law',
    'fr',
    "Le contrat est un accord de volontés entre deux ou plusieurs personnes. Toute personne accusée est présumée innocente jusqu'à son jugement.",
  ),
  text(
    'law',
    'es',
    'El contrato existe desde que varias personas consienten en obligarse. Toda persona tiene derecho a la educación gratuita y obligatoria.',
  ),
  text(
    'law',
    'pt',
    'O contrato é um acordo entre duas ou mais pessoas com capacidade jurídica. Toda pessoa tem direito à educação gratuita e obrigatória.',
  ),
  text(
    'code',
    'en',
    'The <title> element sets the name of the document. The __init__ method sets the fields of an object. A list is an ordered collection of values. In Python, arr[0] is the first item of a list.',
  ),
  text(
    'code',
    'en',
    '<nav> - block of links\n<main> - main content\nList<String> - list of texts\n__init__ - constructor\narr[0] - first item',
  ),
  text(
    'code',
    'en',
    'C - procedural language\nC++ - C with classes\nC# - language of .NET\n\\d+ - one or more digits\n\\d* - digits or none',
  ),
  text(
    'code',
    'en',
    'A loop repeats a block of code.\n\n```\nfor item in items:\n    total += item\n```\n\nA function is a named block of code that can be called.',
  ),
  text(
    'code',
    'sw',
    'Kigezo ni jina linalohifadhi thamani katika programu.\n\n```\njina = "Asha"\n```\n\nKitanzi ni sehemu ya programu inayorudiwa mara nyingi.',
  ),
  text(
    'code',
    'es',
    'Una variable guarda un valor que el programa puede cambiar después. El compilador traduce el código fuente a instrucciones de la máquina.',
  ),
  text(
    'pdf',
    'en',
    'THE MITOCHONDRION\n\nThe mitochondrion is the organelle that re-\nleases energy from glucose. Its inner mem-\nbrane is folded into cristae. ATP is the molecule\nthat carries energy inside the cell.[4]',
  ),
  text(
    'pdf',
    'en',
    'Headquarters of counties\nTurkana: Lodwar\nNakuru: Nakuru City\nKisii: Kisii Town\nKwale: Kwale Town',
  ),
  text(
    'pdf',
    'en',
    '3.2 Weathering\n\nWeathering is the breakdown of rock in the place\nwhere it stands. Erosion is the removal of rock by\nwind, water or ice. Deposition builds deltas at\nthe mouths of rivers.',
  ),
  text(
    'pdf',
    'sw',
    'SURA YA TATU\n\nUsanisinuru ni njia ambayo mimea hutumia kuteng-\neneza chakula. Majani yana klorofili inayonasa\nmwanga wa jua.',
  ),
  text(
    'pdf',
    'de',
    'Die Zelle ist die kleinste Einheit aller Lebe-\nwesen. Der Zellkern enthält die Erbinformation\nund steuert den Stoffwechsel der Zelle.',
  ),
  text(
    'pdf',
    'hi',
    'कोशिका सभी जीवों की संरचनात्मक और कार्यात्मक इकाई है। केंद्रक कोशिका की सभी गतिविधियों को नियंत्रित करता है।',
  ),
  text(
    'notes',
    'en',
    'Malaria\n- caused by Plasmodium\n- spread by female Anopheles mosquitoes\n\nSymptoms of malaria:\n- fever\n- chills\n- headache\n\nMalaria is treated with artemisinin combination therapy.',
  ),
  text(
    'notes',
    'en',
    'Q: What is photosynthesis?\nA: The process by which plants make food from light.\n\nQ: Where does it take place?\nA: In the chloroplasts.',
  ),
  text(
    'notes',
    'sw',
    'Aina za nomino:\n- nomino za pekee\n- nomino za kawaida\n- nomino za jamii\n\nNomino za pekee ni majina ya watu na mahali.',
  ),
  text('notes', 'yo', 'omi - water\nilé - house\nọmọ - child\nọkọ - husband\nọkọ́ - hoe'),
];
