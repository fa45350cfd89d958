import type { WordList } from './word-list.ts';

/** Languages with shorter lists, enough for simple prompts. */
type ShortList = Pick<WordList, 'minor' | 'bare' | 'undress' | 'explicit' | 'link'> & Partial<WordList>;

const polish: ShortList = {
  minor: `dziecko, dziecka, dziecku, dzieckiem, dzieci, dzieciom, dziećmi, dzieciak/i/a/ów, dziewczynk/a/i/ę/ą/om, dziewczynce, dziewczynek, chłopiec, chłopca, chłopcu, chłopcy, chłopców, chłopczyk/a/i,
    nastolatk/a/i/ę/ą/ów, nastolatek, nieletni/a/ą/ch/ej/ego, niemowlę/cia, niemowlak/i/a, uczennic/a/e/ę/y, przedszkolak/i/a, małoletni/a/ą/ch/ej/ego, licealistk/a/i/ę/ą`,
  young: 'dziewczyn/a/y/ę/ą, dziewczynie, ~chłopak/i/a/ów/iem',
  adult: 'kobiet/a/y/ę/ą, mężczyzn/a/y/ę, ludzie, ludzi, para, osoba, osoby',
  bare: `nagi, nagie, ~naga, nagiej, nagą, nagiego, nagich, nadzy, ~goły, ~gołe, ~goła, ~gołej, ~gołą, ~gołych, rozebran/y/a/e/ą/ych, nago, bez ubrania, bez ubrań, nagość, półnag/i/a/ie/ą, erotyczn/y/a/e/ą/ych`,
  strip: 'rozbierz, rozbiera, rozbierają, rozbierać, rozebrać',
  undress: `rozbiera|rozbierają|rozbierać|rozebrać się, rozbieranie, zdejmij|zdejmuje|zdjąć ubranie|ubrania, zdejmij jej|mu ubranie|ubrania, bez jej ubrań`,
  explicit: 'porno, pornografi*, ~seks, ~seksu, seksem, seksualn*, masturb*, orgazm*, stosunek płciowy',
  sexual: 'gwałci*, gwałt/u, zgwałcon*, molestowan*, kazirodz*, prostytut*',
  abuse: 'dziecięc/a/ej/ą pornografi*, dziecięce porno, seks z dzieckiem, seks z dziećmi, seks z nieletnią',
  harmless: `nagie|gołe gałęzie|drzewa|drzewo|skały|ściany|stopy|ręce|ramiona|góry|wzgórza|pole|pola, goła|naga ziemia|prawda|skała|ściana, gołą ziemią, gołym okiem, nagich skał, nagich drzew, nagi król, król jest nagi,
    edukacja seksualna, rozbiera|rozbierają choinkę|namiot|zegar|rower|silnik`,
  link: 'jest, są, był, była, było, być, mój, moja, jego, jej, ich, ten, ta, ten, mały, mała, małe, całkiem, zupełnie, zdjęcie, dwoje, troje, dwa, trzy, które, który, która, się',
  joint: '~i, oraz',
  gap: '~w, ~we, na, pod, nad, przy, obok, przez, ~z, ze, przed, między',
  clothes: 'ubranie, ubrania, sukienka, sukienkę',
  pronoun: '~ona, ~on, ~jego, ~ją, ~jej',
};

const czech: ShortList = {
  minor: `dítě, dítěte, dítěti, dítětem, ~děti, dětí, dětem, dětmi, dětech, dieťa, dieťaťa, deti, detí, detmi, holčička, holčičky, holčičku, ~holka, holky, holku, holčiček, chlapeček, chlapečka, kluk, kluka, kluci, kluků,
    dievčatko, dievčatká, chlapček, nezletil*, mladistv*, miminko, miminka, batole, batolata, školačk*, školák*, teenagerk*`,
  young: 'dívk/a/y/u/ou, dívek, dievča, dievčatá, chlapec, chlapce, chlapci, chlapců, chlapca',
  adult: 'žena, ženy, ženu, muž, muže, muži, lidé, lidi',
  bare: `nahé, nahý, nahá, nahou, nahého, nahých, ~nazí, nahota, svlečen/ý/á/é/ou/ých, svlečen, svlečená, vyzlečen/ý/á/é, polonah/ý/á/é, bez oblečení, bez šatů, erotick/ý/á/é/ou`,
  strip: 'svlékni, svlékne, svléká, svlékají, svlékat, svléknout, vyzleč, vyzlieka, vyzliecť, vyzliekajú',
  undress: 'svléká|svlékají|svléknout|svlékne se, sundej|sundá jí|mu oblečení|šaty, odstraň oblečení',
  explicit:
    'porno, pornografi*, sexuáln*, dětská pornografie, masturb*, orgasmus, pohlavní styk, souložit, souloží',
  sexual: 'znásiln*, zneuží*, incest',
  abuse: 'dětsk/á/é/ou/ého porn*, detsk/á/é/ú/ého porn*, sex s dítětem, sex s dětmi, sex s nezletilou',
  harmless:
    'nahé|holé stromy|větve|skály|stěny|kopce|konáre, nahý král, nahá|holá pravda|skála|země|zeď, sexuální výchova, svléká stromek',
  link: 'je, jsou, byl, byla, bylo, můj, moje, jeho, její, malý, malá, malé, úplně, zcela, fotka, dva, dvě, tři, který, která, které',
  joint: '~a',
  gap: '~v, ~ve, na, pod, nad, u, vedle, ~z, ze, před, mezi',
  pronoun: '~ona, ~on, ~ji, ~jej, mu',
};

const ukrainian: ShortList = {
  minor: `дитина, дитини, дитину, дитиною, дитині, діти, дітей, дітям, дітьми, дівчинк*, дівчинці, дівчаток, дівчатка, хлопчик*, підліт*, неповнолітн*, малолітн*, немовля*, школярк*, школяр*, малюк*`,
  young: 'дівчин/а/и/у/ою, дівчат, дівчата, хлопець, хлопця, хлопці, хлопців',
  adult: 'жінк/а/и/у/ою, чоловік/а/и, люди, людей',
  bare: `гола, голий, голе, голі, голу, голої, голих, голого, оголен*, напівгол*, роздягнен*, роздягнут*, без одягу, еротичн*, голяка, голяком`,
  strip: 'роздягни, роздягає, роздягають, роздягати, роздягнути',
  undress:
    'роздягається, роздягаються, роздягатися, зніми|знімає з неї|нього одяг, зніми|знімає|зняти|прибери одяг',
  explicit: 'порно*, секс, сексу, сексом, сексуальна|сексуальну сцена|сцену, мастурб*, оргазм*, статевий акт',
  sexual: 'зґвалт*, гвалту*, розбещ*, інцест*, повія, повії',
  abuse: 'дитяч/е/а/у/ої/ого порн*, секс з дітьми, секс з дитиною, секс з неповнолітньою',
  harmless: `голі|голих дерева|дерев|гілки|гілок|скелі|скель|стіни|стін|гори|гір|камені|каменів|ноги|руки|поля, гола|голу|голої земля|землю|землі|правда|правду|степ|скеля|скелі|стіна, голий король, король голий, голий степ,
    роздягають|роздягає ялинку, сексуальне виховання`,
  link: 'є, був, була, було, мій, моя, його, її, їх, цей, ця, маленьк*, зовсім, повністю, фото, двоє, дві, два, три, який, яка, які',
  joint: '~і, та, й',
  gap: '~у, ~в, на, під, над, біля, через, ~з, із, перед, між',
  pronoun: '~вона, ~він, вони, ~її, ~його',
};

const swedish: ShortList = {
  minor: `~barn, barnet, barnen, barnets, flickebarn, småbarn, småflick/a/or, småpojk/e/ar, ~tonåring/ar, tonårsflick/a/or, tonårspojk/e/ar, ~minderårig/a, skolflick/a/or, skolpojk/e/ar, skolbarn, spädbarn, bebis/ar`,
  young: 'flick/a/or/an/orna, pojk/e/ar/en/arna, ~tjej/er/en',
  adult: 'kvinn/a/or/an, ~man, män, mannen, människor',
  bare: 'naken, naket, nakna, halvnaken, halvnakna, avklädd/a, ~avklätt, utan kläder, nakenhet, nakenbild/er, erotisk/a, erotiskt',
  undress:
    'klä av, klär av, klär av sig, klä av henne|honom|flickan|pojken|barnet, ta av kläderna, tar av sig kläderna, ta av hennes|hans kläder, ta bort kläderna',
  explicit: 'porr, porrfilm, barnporr, pornografi*, sexuell/a/t, sexuellt, samlag, onani, onaner*, orgasm',
  sexual: 'våldta*, våldtäkt/er, incest',
  abuse: 'barnporr*, barnpornografi*, sex med barn, sex med ett barn, sex med minderåriga',
  harmless:
    'nakna träd|grenar|klippor|berg|väggar|fötter|armar|kvistar, naken klippa|vägg|sanning|glödlampa, nakna sanningen, kejsaren är naken, sexuell hälsa|läggning, klär av granen',
  link: 'en, ~ett, ~den, det, de, ~är, ~var, två, tre, min, hans, hennes, liten, litet, små, helt, helt och hållet, bild, foto, som, har',
  joint: 'och, ~av',
  gap: '~i, på, vid, under, över, bakom, ~med, utan, från, mellan',
  pronoun: '~hon, ~han, henne, honom',
};

const danish: ShortList = {
  minor: `~barn, barnet, ~børn, børnene, barna, småpige/r, smådreng/e, ~teenagepige/r, mindreårig/e, skolepige/r, skoledreng/e, skolejente/r, skolegutt/er, spædbarn, spedbarn, ~tenåring/er, tenåringsjente/r, småjente/r, smågutt/er`,
  young: '~pige/r/n, pigerne, dreng/e/en, drengene, jente/r/n, jenta, jentene, gutt/er/en, guttene',
  adult: 'kvinde/r/n, kvinne/r/n, mænd, menn, ~mand, ~mann',
  bare: 'nøgen, nøgent, nøgne, naken, nakent, nakne, naket, halvnøgen, afklædt/e, avkledd/e, uden tøj, uten klær, nøgenbillede/r, nakenbilde/r, erotisk/e',
  undress:
    'klæd af, klæder sig af, klæd hende|ham|pigen|drengen|barnet af, kle av, kler av seg, kle av henne|ham|jenta|gutten|barnet, tag tøjet af, tager tøjet af, ta av klærne',
  explicit:
    'pornografi*, børneporno, barneporno, seksuel/t/le, seksuell/e/t, samleje, samleie, onan*, orgasme/r',
  sexual: 'voldtag*, voldtekt*, voldtæg*, incest',
  abuse: 'børneporno*, barneporno*, sex med børn, sex med barn, sex med et barn, sex med mindreårige',
  harmless:
    'nøgne|nakne grene|træer|trær|greiner|klipper|fjell|fødder|føtter|vægge|vegger, nøgen|naken klippe|sandhed|sannhet|vægg|vegg, kejseren er nøgen, keiseren er naken, seksuel sundhed',
  link: 'en, et, ~den, det, de, er, ~var, to, tre, min, hans, hendes, hennes, lille, liten, små, helt, billede, bilde, foto, som, har, der',
  joint: '~og, ~af, ~av',
  gap: '~i, på, ved, under, over, bag, bak, ~med, uden, uten, fra, mellem, mellom',
  pronoun: '~hun, ~han, hende, ~ham, henne',
};

const finnish: ShortList = {
  minor: `lapsi, lapsen, lasta, lapset, lapsia, lasten, lapsilla, ~tyttö, tytön, tyttöä, tytöt, tyttöjä, poika, pojan, poikaa, pojat, poikia, alaikäi*, teini, teinit, teinin, koulutyttö*, koulupoika*, vauva, vauvan, vauvat, taapero*`,
  adult: 'nainen, naisen, naiset, ~mies, miehen, miehet, ihmiset',
  bare: 'alaston, alastoman, alastomat, alastomat, alastomia, alastonta, alastomana, alastomuus, alasti, ilman vaatteita, riisuttu, riisutut, eroottinen, eroottisia',
  strip: 'riisu, riisuu, riisuvat, riisutaan, riisua',
  undress: 'riisuutuu, riisuutuvat, poista vaatteet',
  explicit: 'porno, lapsiporno, pornografi*, seksi, seksiä, seksuaali*, yhdyntä, orgasmi, masturb*',
  sexual: 'raiska*, insesti',
  abuse: 'lapsiporno*, seksiä lapsen kanssa, seksiä lasten kanssa',
  harmless:
    'alaston|alastomat totuus|puu|puut|kallio|kalliot|seinä|oksat, seksuaalikasvatus, riisuu takin|takkinsa|kengät|kenkänsä|hatun|hattunsa|lapaset|kuusen',
  link: '~on, ovat, oli, olivat, minun, hänen, pieni, pienet, pieniä, täysin, aivan, kuva, kaksi, kolme, joka, jotka',
  joint: '~ja',
  pronoun: '~hän, häntä, hänet',
};

const hungarian: ShortList = {
  minor: `gyerek/ek/et/eket/ekkel, gyermek/ek/et/eket, kislány/ok/t/okat, ~kisfiú/k/t/kat, kiskorú/ak, tizenéves/ek/t, csecsemő/k, ~baba, iskoláslány/ok, diáklány/ok, kamasz/ok/t`,
  young: '~lány/ok/t/okat, ~fiú/k/t/kat',
  adult: 'nő/k/t, férfi/ak/t, emberek, ember',
  bare: 'meztelen/ek/ül/t, pucér/ak/an/t, félmeztelen/ek, ruha nélkül, ruhátlan/ok, levetkőzött, meztelenség, erotikus',
  undress:
    'vetkőztesd le, vetkőztess, vetkőztet/ik/i, levetkőztet*, vetkőzik, vetkőznek, levetkőzik, levetkőznek, vedd le a ruháját, vegye le a ruháját',
  explicit:
    'pornó, gyerekpornó, gyermekpornó, pornográf*, szex, szexet, szexuális, szexel/nek, közösül*, maszturb*, orgazmus',
  sexual: 'megerőszakol*, erőszakolj*, vérfertőz*',
  abuse: 'gyerekporn*, gyermekporn*, szex gyerekkel, szex gyerekekkel, szex kiskorúval',
  harmless:
    'meztelen|pucér igazság|csiga|csigák|király|fák|ágak|sziklák|fal, a király meztelen, szexuális felvilágosítás|nevelés, levetkőzik a fa',
  link: 'a, ~az, egy, van, volt, vannak, kicsi, kis, teljesen, két, három, kép, fotó, aki, akik',
  joint: '~és',
  pronoun: '~ő, ~őt',
};

const romanian: ShortList = {
  minor: `copil, copilul, copilului, copii, copiii, copiilor, copilă, fetiță, fetița, fetițe, fetițele, fetiței, băiețel, băiețelul, băieței, minor/ă/i, minorii, minoră, adolescent/ă/i/e, elev/ă/i/e, eleva, bebeluș/i/ul, școlăriță, școlărițe`,
  young: 'fată, fete, fata, fetele, băiat, băiatul, băieți, băieții',
  adult: 'femei/e, femeia, bărbat/ul, bărbați, oameni',
  bare: '~gol, ~goală, ~goi, ~goale, gol pușcă, goală pușcă, nud/ă/uri, ~nuzi, dezbrăcat/ă/i/e, fără haine, nuditate, ~erotic/ă, erotici',
  strip: 'dezbracă, dezbrăca',
  undress:
    'dezbrac o, dezbracă l, se dezbracă, dezbrăcându se, scoate|scoateți|scoate i hainele, îndepărtează hainele',
  explicit:
    'porno, pornografi*, pornografie infantilă, ~sex, sexual/ă, sexuale, act sexual, masturb*, orgasm*',
  sexual: 'viol, violat/ă, violează, incest',
  abuse: 'pornografie infantilă, pornografie cu minori, sex cu copii, sex cu un copil, sex cu minori',
  harmless:
    'copac gol, copaci goi, crengi goale, ramuri goale, stânci goale, stâncă goală, perete gol, pereți goi, pahar gol, sticlă goală, cameră goală, scaun gol, mână goală, mâinile goale, educație sexuală, picioarele goale, ~gol de, teren gol',
  link: 'un, o, este, e, sunt, era, erau, meu, mea, lui, ei, mic, mică, mici, complet, total, poză, fotografie, doi, două, trei, care',
  joint: '~și, ~de',
  gap: 'în, pe, sub, lângă, ~la, ~din, cu, fără, peste, între',
  pronoun: '~ea, ~el, ~o',
};

const turkish: ShortList = {
  minor: `çocuk, çocuğu, çocuklar, çocukları, çocuğun, çocukla, çocuklarla, ~bebek, bebekler, küçük kız, küçük kızlar, küçük oğlan, kız çocuğu, kız çocukları, erkek çocuk, reşit olmayan, liseli, liseliler, ortaokullu, ergen, ergenler, kız öğrenci, öğrenci kız`,
  young: '~kız, kızlar, kızı, kızın, oğlan, oğlanlar',
  adult: 'kadın, kadınlar, adam, adamlar, erkek, insanlar',
  bare: 'çıplak, çırılçıplak, yarı çıplak, üstsüz, kıyafetsiz, giysisiz, soyunmuş, soyulmuş, çıplaklık, erotik',
  strip: 'soyuyor, soy',
  undress:
    'soyunuyor, soyunan, soyun, kızı soy, çocuğu soy, kıyafetlerini çıkar, kıyafetlerini çıkarıyor, elbisesini çıkar, elbiselerini çıkar',
  explicit:
    'porno, pornosu, pornografi*, seks, seksi sahne, cinsel, cinsel ilişki, sevişme, mastürb*, orgazm',
  sexual: 'tecavüz, tecavüze, taciz, ensest',
  abuse: 'çocuk pornosu, çocuk porno, çocuk pornografisi, çocukla seks, çocuklarla seks',
  harmless:
    'çıplak ağaç|ağaçlar|dal|dallar|kaya|kayalar|ayak|ayakla|ayakları|göz|gözle|tepe|tepeler|duvar|duvarlar|dağ|dağlar|toprak, kral çıplak, cinsel sağlık|eğitim',
  link: 'bir, iki, üç, bu, şu, benim, onun, tamamen, tümüyle, fotoğraf, resim, küçük, olan, çok',
  joint: '~ve, ile',
  gap: 'içinde, üzerinde, altında, yanında, önünde, arkasında',
  pronoun: '~o, onu, onlar',
};

const greek: ShortList = {
  minor: `παιδί, παιδιού, παιδιά, παιδιών, παιδάκι/α, κοριτσάκι/α, αγοράκι/α, κορίτσι, κορίτσια, κοριτσιού, αγόρι, αγόρια, αγοριού, ανήλικη, ανήλικο, ανήλικος, ανήλικοι, ανήλικα, ανηλίκων, έφηβη, έφηβος, έφηβοι, μαθήτρια, μαθήτριες, μωρό, μωρά, νήπιο, νήπια`,
  adult: 'γυναίκα, γυναίκες, άνδρας, άντρας, άνδρες, άνθρωποι',
  bare: 'γυμνό, γυμνή, γυμνός, γυμνά, γυμνές, γυμνοί, γυμνού, γυμνών, ημίγυμνη, ημίγυμνο, ολόγυμνη, ολόγυμνο, χωρίς ρούχα, γύμνια, ερωτικό, ερωτική',
  strip: 'γδύσε, γδύνει, γδύνουν, ξέντυσε',
  undress: 'γδύνεται, γδύνονται, βγάλε τα ρούχα, βγάζει τα ρούχα, αφαίρεσε τα ρούχα',
  explicit:
    'πορνό, πορνογραφία, παιδική πορνογραφία, σεξ, σεξουαλική, σεξουαλικό, σεξουαλικές, αυνανίζεται, οργασμός',
  sexual: 'βιασμός, βιάζει, αιμομιξία',
  abuse: 'παιδική πορνογραφία, παιδικό πορνό, σεξ με παιδί, σεξ με παιδιά, σεξ με ανήλικη',
  harmless:
    'γυμνά|γυμνό|γυμνή|γυμνές|γυμνός|γυμνοί δέντρα|δέντρο|βράχια|βράχος|βράχοι|κλαδιά|αλήθεια|πόδια|μάτι|τοίχος|τοίχοι|βουνά|λόφοι, ο βασιλιάς είναι γυμνός, γυμνό μάτι, σεξουαλική αγωγή|υγεία',
  link: 'ένα, μια, ένας, το, τα, ο, η, οι, είναι, ήταν, μικρό, μικρή, μικρά, εντελώς, τελείως, φωτογραφία, δύο, τρία, που',
  joint: 'και',
  gap: 'σε, στο, στη, στην, στον, στις, στα, με, από, κάτω, πάνω, δίπλα',
  pronoun: 'αυτή, αυτός, αυτά, την, τον',
};

const indonesian: ShortList = {
  minor:
    'anak, anak anak, anak kecil, anak perempuan, anak laki laki, ~bocah, ~gadis kecil, bayi, balita, remaja, siswi, murid, pelajar, abg, di bawah umur, kanak kanak, budak perempuan',
  young: 'gadis',
  adult: 'wanita, pria, orang, perempuan dewasa',
  bare: 'telanjang, bugil, tanpa busana, tanpa baju, tanpa pakaian, telanjang bulat, setengah telanjang, bogel, erotis',
  strip: 'telanjangi, menelanjangi',
  undress: 'buka|lepas|lepaskan|melepas|membuka bajunya|pakaiannya, buka|lepas baju|pakaian anak',
  explicit: 'porno, pornografi, bokep, seks, seksual, hubungan seks, bersetubuh, masturbasi, orgasme',
  sexual: 'perkosa, memperkosa, diperkosa, cabul, pencabulan, inses',
  abuse: 'pornografi anak, porno anak, seks dengan anak, seks anak',
  harmless:
    'kaki telanjang, telanjang kaki, bertelanjang kaki, mata telanjang, pohon telanjang, telanjang dada, pendidikan seks, kesehatan seksual',
  link: 'seorang, sebuah, yang, adalah, dua, tiga, itu, ini, sedang, foto, gambar, kecil, sangat',
  joint: '~dan',
  gap: '~di, ke, dari, dengan, dalam, pada',
  pronoun: '~dia, mereka',
};

const vietnamese: ShortList = {
  minor:
    'trẻ em, đứa trẻ, em bé, trẻ con, bé gái, bé trai, cô bé, cậu bé, thiếu nữ, thiếu niên, vị thành niên, trẻ vị thành niên, nữ sinh, học sinh, trẻ nhỏ, trẻ sơ sinh, đứa bé',
  adult: 'phụ nữ, đàn ông, người lớn',
  bare: 'khỏa thân, khoả thân, ~trần truồng, cởi truồng, không mặc quần áo, không quần áo, lõa thể, bán khỏa thân',
  undress: 'cởi quần áo, cởi đồ, lột đồ, lột quần áo, cởi áo quần',
  explicit: 'khiêu dâm, phim sex, tình dục, quan hệ tình dục, thủ dâm, làm tình',
  sexual: 'hiếp dâm, cưỡng hiếp, loạn luân, xâm hại',
  abuse: 'khiêu dâm trẻ em, tình dục trẻ em, ấu dâm',
  harmless: 'giáo dục giới tính, tượng khỏa thân',
  link: 'một, hai, ba, là, đang, rất, những, các, ảnh, hình, nhỏ',
  joint: 'và, của',
  gap: 'trên, dưới, trong, ở, với, từ',
};

const arabic: ShortList = {
  minor:
    'طفل, الطفل, طفلة, الطفلة, أطفال, الأطفال, طفلين, قاصر, قاصرة, القاصر, القاصرة, قاصرات, قاصرون, مراهقة, مراهق, مراهقات, مراهقون, المراهقة, رضيع, الرضيع, تلميذة, تلميذات, طالبة مدرسة, بنت صغيرة, فتاة صغيرة, ولد صغير, صبي, صبية, الصبي',
  young: 'فتاة, الفتاة, فتيات, بنت, البنت, بنات, ولد, الولد, أولاد',
  adult: 'امرأة, المرأة, نساء, رجل, الرجل, رجال, ناس',
  bare: 'عاري, عارية, عار, عراة, عاريات, العاري, العارية, عاريا, بدون ملابس, بلا ملابس, من دون ملابس, شبه عارية, إباحي, إباحية, عري, ايروتيكي',
  undress:
    'اخلع ملابسها, اخلع ملابسه, تخلع ملابسها, يخلع ملابسه, انزع ملابسها, انزع ملابسه, خلع ملابس, جردها, تتعرى, يتعرى, عريها',
  explicit: 'سكس, جنس, الجنس, جنسي, جنسية, ممارسة الجنس, بورنو, استمناء, جماع',
  sexual: 'اغتصاب, يغتصب, تحرش, سفاح القربى',
  abuse: 'إباحية الأطفال, استغلال جنسي للأطفال, سكس أطفال, جنس مع طفل, جنس مع أطفال',
  harmless:
    'العين المجردة, أشجار عارية, شجرة عارية, صخور عارية, صخرة عارية, جبال عارية, أغصان عارية, قدمين عاريتين, جنسية البلد',
  link: 'في صورة, صورة, صغيرة, صغير, تماما, هذا, هذه, الذي, التي, كان, كانت, هو, جدا',
  joint: 'و',
  gap: 'في, على, تحت, من, إلى, مع, فوق, أمام, خلف, قرب',
};

const hindi: ShortList = {
  minor:
    'बच्चा, बच्चे, बच्ची, बच्चों, बच्चियां, बच्चियाँ, लड़की, लड़कियां, लड़का, लड़के, नाबालिग, किशोरी, किशोर, शिशु, स्कूली लड़की, छात्रा, बालक, बालिका',
  adult: 'औरत, महिला, आदमी, पुरुष, लोग',
  bare: 'नंगा, नंगी, नंगे, नग्न, निर्वस्त्र, अर्धनग्न, बिना कपड़ों के, बिना कपड़े, कामुक',
  undress: 'कपड़े उतारो, कपड़े उतार दो, कपड़े उतारती, कपड़े उतारता, कपड़े उतारते, कपड़े हटाओ',
  explicit: 'सेक्स, पोर्न, अश्लील, यौन, संभोग, हस्तमैथुन',
  sexual: 'बलात्कार, छेड़छाड़',
  abuse: 'बाल यौन शोषण, चाइल्ड पोर्न, बच्चों का पोर्न, बाल पोर्न',
  harmless: 'नंगे पैर, नंगे पांव, नंगी आंखों, नंगी आँखों, नंगे पेड़, नंगी चट्टान, नंगी चट्टानें, यौन शिक्षा',
  link: 'एक, दो, तीन, है, हैं, था, थी, थे, का, की, के, छोटा, छोटी, छोटे, बिल्कुल, पूरी तरह, तस्वीर, फोटो',
  joint: 'और',
  gap: 'में, पर, से, को, तक, साथ, नीचे, ऊपर',
  pronoun: 'वह, उसे, उसके, उसकी, वे',
};

export const FURTHER = {
  polish,
  czech,
  ukrainian,
  swedish,
  danish,
  finnish,
  hungarian,
  romanian,
  turkish,
  greek,
  indonesian,
  vietnamese,
  arabic,
  hindi,
};
