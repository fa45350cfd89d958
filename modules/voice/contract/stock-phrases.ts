import { fold, keyOf } from './fold.ts';

/** Sentences that speech models invent for silence. They were trained on subtitles, which often end with these. */
const WHOLE = `
blank audio|blank|silence|silent|noise|background noise|static|white noise|music|music playing|background music|upbeat music
soft music|gentle music|dramatic music|applause|clapping|laughter|laughing|laughs|inaudible|unintelligible|indistinct|no audio|no sound
no speech|no speech detected|wind blowing|beep|beeping|bell rings|sighs|sigh|coughing|coughs|typing|keyboard clicking|speaking foreign language
foreign|foreign language|crowd noise|sound|sounds|audio|end of audio|sniffing|sneezing|door closes|clears throat|clicking
uh|uhh|um|haha|hahaha|hey|what|right|alright|all right|sorry|im sorry|oh my god|my god|i dont know|and|the|i|a|schönen tag noch|schönen abend noch|ich danke ihnen|ich danke euch|buona visione|e aí|feliratkozás|سبحان الله|한국국토정보공사|이 시각 세계였습니다|umm|hmm|hm|mm|mmm|mhm|mm hmm|uh huh|huh|ah|ahh|oh|ooh|eh|er|you|so|okay|ok|yeah|yes|yep|no|bye|bye bye|byebye|goodbye|good bye|good night
thank you|thank you all|thank you everyone|thank you everybody|thank you again|thank you guys|thank you very much|thank you so much|many thanks
thank you very much everyone|thank you very much indeed|thank you sir|thank you maam|thanks|thanks a lot|thanks everyone|thanks guys|thanks all|thanks again|youre welcome
see you|see ya|see you later|see you soon|see you tomorrow|see you there|see you around|see you next time|see you next week|see you guys next time|ill see you next time|ill see you guys next time|ill see you later
ill see you in the next one|see you in the next one|ill be right back|well be right back|until next time|take care|peace out|cheers|have a nice day|have a great day|have a good one|god bless you|god bless|amen
subscribe|like and subscribe|like share and subscribe|like comment and subscribe|subscribe now|subscribe for more|to be continued|all rights reserved|copyright|subtitles|subtitle|captions|credits|the following is a presentation
untertitel|untertitelung|danke|danke schön|danke sehr|vielen dank|vielen herzlichen dank|herzlichen dank|besten dank|tschüss|tschüs|tschau|auf wiedersehen|bis bald|bis dann|bis morgen|bis später|bis zum nächsten mal|musik|applaus|beifall|gelächter|lachen|stille|rauschen|geräusche|ja|nein|äh|ähm|gute nacht|amen
abonnieren|bitte abonnieren|kanal abonnieren|liken und abonnieren|fortsetzung folgt|alle rechte vorbehalten|das wars|das war's für heute|macht's gut|bis zum nächsten video|wir sehen uns|wir sehen uns im nächsten video|gesang|spannende musik|ruhige musik|fröhliche musik
merci|merci beaucoup|merci à tous|merci à vous|merci bien|merci infiniment|merci et à bientôt|au revoir|à bientôt|à la prochaine|à très bientôt|à demain|bonsoir|bonne journée|bonne soirée|bonne nuit|musique|musique douce|musique de générique|applaudissements|rires|silence|bruit|bruits|bruit de fond|oui|non|euh|ouais
abonnez vous|likez et abonnez vous|sous titres|sous titrage|générique|à suivre|tous droits réservés|merci pour tout|ciao
gracias|muchas gracias|muchísimas gracias|mil gracias|gracias a todos|adiós|hasta luego|hasta pronto|hasta la próxima|hasta mañana|hasta la vista|nos vemos|nos vemos pronto|nos vemos en el próximo video|chao|chau|música|música de fondo|música suave|aplausos|risas|silencio|ruido|ruido de fondo|sí|buenas noches
suscríbete|suscríbanse|suscribirse|suscríbete y dale like|subtítulos|continuará|todos los derechos reservados|un saludo|un abrazo|y ya
obrigado|obrigada|muito obrigado|muito obrigada|obrigado a todos|obrigado pela atenção|tchau|tchau tchau|até logo|até mais|até a próxima|até breve|até amanhã|valeu|um abraço|música|música de fundo|aplausos|risos|silêncio|ruído|barulho|sim|não
inscreva se|se inscreva|legendas|legenda|legendado|continua|todos os direitos reservados
grazie|grazie mille|grazie a tutti|tante grazie|molte grazie|ciao|ciao a tutti|ciao ciao|arrivederci|a presto|alla prossima|a domani|ci vediamo|buonanotte|buona giornata|musica|musica di sottofondo|applausi|risate|risa|silenzio|rumore|rumori|sì
iscriviti|iscrivetevi|sottotitoli|sottotitolaggio|continua|tutti i diritti riservati
dank je|dank je wel|dankjewel|dank u|dank u wel|dankuwel|bedankt|hartelijk dank|heel erg bedankt|doei|tot ziens|tot de volgende keer|tot de volgende|tot snel|tot morgen|muziek|applaus|gelach|stilte|ruis|ondertiteling|ondertitels|wordt vervolgd|abonneer|abonneer je|nee
tack|tack så mycket|tack för mig|tack för idag|tusen tack|hej då|hejdå|vi ses|vi ses nästa gång|musik|applåder|skratt|tystnad|undertexter|undertextning|textning
takk|takk for meg|takk skal du ha|tusen takk|mange takk|ha det|ha det bra|vi sees|musikk|applaus|latter|stillhet|undertekster|teksting
tak|tak for nu|mange tak|tusind tak|farvel|hej hej|vi ses|musik|bifald|klapsalver|latter|stilhed|undertekster|danske tekster
kiitos|kiitoksia|kiitos paljon|kiitti|moi moi|hei hei|heippa|nähdään|musiikkia|musiikki|aplodeja|taputuksia|naurua|hiljaisuus|tekstitys|suomennos
takk fyrir|takk fyrir mig|tónlist|bless|bless bless
dziękuję|dziękuje|dziękuję bardzo|dziękujemy|dzięki|wielkie dzięki|do widzenia|do zobaczenia|do usłyszenia|pa pa|muzyka|muzyka w tle|brawa|oklaski|śmiech|cisza|szum|napisy|tak|nie
subskrybuj|subskrybujcie|ciąg dalszy nastąpi|wszelkie prawa zastrzeżone
děkuji|děkuju|děkujeme|díky|mockrát děkuji|na shledanou|nashledanou|čau|hudba|potlesk|smích|ticho|šum|titulky
ďakujem|ďakujem pekne|ďakujeme|dovidenia|hudba|potlesk|smiech|ticho|titulky
köszönöm|köszönöm szépen|köszönjük|köszi|viszlát|viszontlátásra|sziasztok|szia|zene|taps|nevetés|csend|feliratok|felirat
mulțumesc|mulțumim|vă mulțumesc|vă mulțumim|mulțumesc frumos|la revedere|pe curând|pa|muzică|aplauze|râsete|liniște|subtitrare|subtitrarea
hvala|hvala lijepa|hvala lepa|hvala vam|puno hvala|doviđenja|vidimo se|bok|glazba|muzika|pljesak|aplauz|smijeh|smeh|tišina|titlovi|prijevod|nasvidenje|adijo|glasba|aplavz
хвала|хвала вам|довиђења|музика|аплауз|смех|тишина|благодаря|благодаря ви|довиждане|чао|музика|ръкопляскания|аплодисменти|смях|тишина|субтитри
teşekkürler|teşekkür ederim|teşekkür ederiz|çok teşekkürler|çok teşekkür ederim|sağ olun|sağolun|hoşça kalın|hoşçakalın|görüşürüz|görüşmek üzere|iyi günler|iyi geceler|müzik|alkış|alkışlar|gülüşmeler|kahkaha|sessizlik|gürültü|altyazı|altyazılar|abone ol|abone olun|devam edecek|evet|hayır
спасибо|спасибо большое|большое спасибо|спасибо вам|спасибо вам большое|спасибо всем|благодарю|пока|пока пока|всем пока|до свидания|до встречи|до новых встреч|до скорой встречи|до завтра|увидимся|музыка|тихая музыка|весёлая музыка|спокойная музыка|грустная музыка|тревожная музыка|динамичная музыка|торжественная музыка|лирическая музыка|музыкальная заставка|заставка|аплодисменты|смех|тишина|шум|неразборчиво|поют|вздох|стук в дверь|звонок в дверь|звук двигателя|кашель|да|нет|ага|угу
субтитры|продолжение следует|конец|подписывайтесь|подпишитесь|ставьте лайки|все права защищены|перевод|титры
дякую|дуже дякую|щиро дякую|дякую всім|дякуємо|до побачення|до зустрічі|бувайте|музика|оплески|сміх|тиша|шум|субтитри|підписуйтесь|далі буде
ευχαριστώ|ευχαριστούμε|σας ευχαριστώ|ευχαριστώ πολύ|σας ευχαριστώ πολύ|αντίο|γεια σας|γεια|τα λέμε|μουσική|χειροκρότημα|χειροκροτήματα|γέλια|σιωπή|υπότιτλοι
תודה|תודה רבה|תודה לכם|תודה רבה לכם|להתראות|ביי|מוזיקה|מוסיקה|מחיאות כפיים|צחוק|שקט|כתוביות|תרגום
شكرا|شكرا لك|شكرا لكم|شكرا جزيلا|شكرا جزيلا لكم|مع السلامة|إلى اللقاء|موسيقى|موسيقى هادئة|تصفيق|ضحك|صمت|ضوضاء|ترجمة|الترجمة|اشترك|اشتركوا|السلام عليكم|السلام عليكم ورحمة الله|آمين|نعم|لا
ممنون|متشکرم|متشکریم|مرسی|خیلی ممنون|با تشکر|سپاسگزارم|خداحافظ|خدانگهدار|موسیقی|تشویق|خنده|سکوت|زیرنویس|ترجمه
شکریہ|بہت شکریہ|خدا حافظ|موسیقی|سب ٹائٹل
धन्यवाद|बहुत धन्यवाद|बहुत बहुत धन्यवाद|आपका धन्यवाद|शुक्रिया|नमस्ते|नमस्कार|अलविदा|संगीत|तालियां|तालियाँ|हंसी|हँसी|मौन|उपशीर्षक|सब्सक्राइब|हाँ
ধন্যবাদ|আপনাকে ধন্যবাদ|অসংখ্য ধন্যবাদ|বিদায়|সঙ্গীত|সংগীত|হাততালি|হাসি|নীরবতা|நன்றி|வணக்கம்|இசை|கைதட்டல்|சிரிப்பு|ధన్యవాదాలు|నమస్కారం|సంగీతం|നന്ദി|ಧನ್ಯವಾದಗಳು|આભાર|ਧੰਨਵਾਦ|ස්තුතියි
terima kasih|terima kasih banyak|makasih|sekian|sekian terima kasih|sampai jumpa|sampai jumpa lagi|sampai ketemu lagi|selamat tinggal|dadah|musik|muzik|tepuk tangan|tawa|tertawa|hening|subtitle|sari kata|jumpa lagi|ya|salamat|maraming salamat|paalam|musika|palakpakan
cảm ơn|cám ơn|xin cảm ơn|cảm ơn các bạn|cảm ơn bạn|xin chân thành cảm ơn|tạm biệt|hẹn gặp lại|hẹn gặp lại các bạn|chào các bạn|xin chào|âm nhạc|nhạc|tiếng nhạc|vỗ tay|tiếng vỗ tay|tiếng cười|im lặng|phụ đề|vâng
ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|ขอบคุณมาก|ขอบคุณมากครับ|ขอบคุณมากค่ะ|ขอบคุณทุกคน|สวัสดี|สวัสดีครับ|สวัสดีค่ะ|ลาก่อน|ดนตรี|เสียงดนตรี|เพลง|เสียงปรบมือ|เสียงหัวเราะ|เงียบ|คำบรรยาย|ซับไทย|ครับ|ค่ะ
谢谢|謝謝|谢谢大家|謝謝大家|谢谢你|謝謝你|谢谢您|多谢|多謝|非常感谢|非常感謝|感谢|感謝|再见|再見|拜拜|下次见|下次見|下期见|下期再见|下期再見|下集再见|下集再見|下次再见|下次再見|我们下期再见|我們下次再見|晚安|大家好|音乐|音樂|背景音乐|背景音樂|掌声|掌聲|鼓掌|笑声|笑聲|大笑|静音|靜音|沉默|无声|無聲|空白|噪音|杂音|字幕|片尾曲|片头曲|未完待续|未完待續|待续|完|版权所有|訂閱|订阅|点赞|點讚|关注|關注|转发|嗯|啊|哦|呃|好|好的|是|对|唔該|多謝晒
ありがとう|ありがとうございます|ありがとうございました|どうもありがとうございました|どうもありがとうございます|どうも|感謝します|お疲れ様です|お疲れ様でした|お疲れさまでした|おつかれさま|おやすみ|おやすみなさい|さようなら|さよなら|バイバイ|じゃあね|またね|またあした|それではまた|ではまた|ではまた次回|それではまた次回|また次回|また来週|次回予告|次回|おはようございます|失礼します|よろしくお願いします|音楽|bgm|拍手|笑い|笑い声|笑|沈黙|静寂|無音|雑音|ノイズ|字幕|終わり|おわり|終|完|つづく|続く|はい|うん|ええ|ああ|えっと|あの|えー|んー|まあ
감사합니다|고맙습니다|정말 감사합니다|대단히 감사합니다|감사|고마워요|고마워|안녕|안녕히 계세요|안녕히 가세요|수고하셨습니다|수고하세요|다음에 만나요|다음에 봐요|다음 주에 만나요|다음 시간에 만나요|또 만나요|내일 또 만나요|잘 자요|음악|배경음악|배경 음악|박수|박수 소리|박수갈채|웃음|웃음소리|침묵|정적|무음|소음|잡음|자막|끝|구독|좋아요|구독 좋아요|구독과 좋아요|네|예|아|어|음|응
baie dankie|dankie|eskerrik asko|gràcies|moltes gràcies|adéu|grazas|diolch|diolch yn fawr|aitäh|tänan|paldies|ačiū|faleminderit|asante|asante sana|გმადლობთ|მადლობა|շնորհակալություն|рахмет|rahmat|təşəkkürlər|təşəkkür edirəm|musică|mūzika|muzika|muusika
`;

/**
 * Beginnings of such lines, whatever follows: credits, and what video hosts say at the end. Only short lines count,
 * since a user's description may begin the same way.
 */
const BEGINNINGS = `
thanks for watching|thank you for watching|thank you for your viewing|have a great day|have a good day|have a nice day|this video is sponsored|this video was sponsored|this episode is sponsored|you can subscribe|thank you so much for watching|thank you very much for watching|thank you all for watching|thank you everyone for watching|thank you guys for watching|thanks so much for watching|thanks everyone for watching|thanks again for watching|thank you for listening|thanks for listening|thank you so much for listening
thank you for joining|thanks for joining|thank you so much for joining|thanks for tuning in|thank you for tuning in|thank you for viewing|thanks for viewing|thanks for your attention|thank you for your attention|thank you for your support|thank you for your time|thank you mr president|thank you for being here
please subscribe|please dont forget to like|please dont forget to subscribe|subscribe to|dont forget to like|dont forget to subscribe|dont forget to hit|dont forget to press|make sure to like|make sure to subscribe|be sure to like|be sure to subscribe|remember to like|remember to subscribe|remember to hit|if you enjoyed this video|if you liked this video|if you like this video|like and subscribe|hit the bell|hit the like|hit that like|smash that like|smash the like|click the bell|click the subscribe|leave a like|leave a comment|give this video a|see you in the next video|see you in my next video|ill see you in the next video|ill see you in my next video|see you guys in the next|ill see you guys in the next|see you in the next episode|welcome back to my channel|welcome to my channel|welcome back to the channel|support us on patreon|support me on patreon|follow me on|follow us on|link in the description|links in the description|the link is in the description
subtitles by|subtitle by|subtitles provided|subtitles created|subtitles made|subtitled by|subtitling by|captions by|captioned by|captioning by|closed captions by|closed captioning|captioning made possible|captioning provided|captioning sponsored|transcribed by|transcript by|transcription by|transcripts by|transcription outsourcing|translated by|translation by|translations by|edited by|proofread by|produced by|presented by|brought to you by|sync by|synced by|sync and corrections|corrections by|resync by|ripped by|encoded by|directed by|written by|narrated by|copyright|all rights reserved|for more information visit|for more information go to|visit us at|visit our website|this video is a derivative work|this is a production of|the following program|this program is|satsang with mooji|bf watch tv|beadaholique
untertitel von|untertitel im auftrag|untertitel der amara|untertitel des|untertitel erstellt|untertitel wurden|untertitel durch|untertitel bei|untertitelt von|untertitelung von|untertitelung des|untertitelung im auftrag|untertitelung bei|ard text im auftrag|live untertitel|transkription|übersetzung von|übersetzt von|vielen dank fürs|vielen dank für ihre aufmerksamkeit|vielen dank für eure aufmerksamkeit|vielen dank für die aufmerksamkeit|vielen dank für das zuschauen|vielen dank für deine aufmerksamkeit|vielen dank für ihr interesse|vielen dank dass sie|vielen dank dass ihr|vielen dank dass du|danke fürs|danke für ihre aufmerksamkeit|danke für eure aufmerksamkeit|danke für die aufmerksamkeit|danke dass ihr|danke dass du|danke dass sie|bitte abonniert|bitte abonniere|abonniert|abonniere|abonnieren sie|vergesst nicht zu abonnieren|vergesst nicht zu liken|vergesst nicht den kanal|vergiss nicht zu abonnieren|vergessen sie nicht zu abonnieren|lasst ein abo|lasst ein like|wir sehen uns im nächsten|bis zum nächsten mal|bis zum nächsten video|eine produktion des|copyright wdr|im auftrag des zdf
sous titres réalisés|sous titres réalisé|sous titres par|sous titres fait|sous titres faits|sous titres créés|sous titres et traduction|sous titres sous titres|sous titrage|sous titré par|sous titres la communauté|traduction de|traduit par|traduction par|transcription par|merci davoir regardé|merci davoir visionné|merci davoir suivi|merci davoir écouté|merci pour votre attention|merci de votre attention|merci de nous avoir suivis|merci davoir été|merci à tous davoir|noubliez pas de vous abonner|noubliez pas de liker|noubliez pas de mettre un|noubliez pas de cliquer|noubliez pas de partager|noublie pas de tabonner|abonnez vous à|abonne toi|pensez à vous abonner|cliquez sur|cliquez vous sur|likez|par soustitreur|on se retrouve dans la prochaine|on se retrouve pour une prochaine|rendez vous dans la prochaine|si vous avez aimé cette vidéo|retrouvez nous sur|rejoignez nous sur|à la prochaine
subtítulos realizados|subtítulos por|subtítulos creados|subtítulos hechos|subtítulos de la comunidad|subtitulado por|subtitulos realizados|traducción de|traducido por|traducción por|transcripción de|transcripción por|gracias por ver|gracias por mirar|gracias por vernos|gracias por escuchar|gracias por su atención|gracias por tu atención|gracias por la atención|gracias por acompañ|gracias por estar|muchas gracias por|suscríbete|suscríbanse|suscribete|no olvides suscrib|no olviden suscrib|no olvides dar like|no olvides dar me gusta|no olvides darle|no te olvides de suscrib|no se olviden de suscrib|dale like|dale me gusta|dale a like|activa la campan|nos vemos en el|nos vemos en la próxima|si te gustó|si te ha gustado|si les gustó|hasta la próxima|hasta el próximo|más información www
legendas pela|legendas por|legendas de|legendas criadas|legenda por|legenda adriana|legenda de|legendado por|tradução de|tradução e legendas|traduzido por|transcrição e legendas|transcrição por|obrigado por assistir|obrigada por assistir|obrigado por ver|obrigado por nos acompanhar|obrigado pela sua atenção|obrigado pela atenção|muito obrigado por|muito obrigada por|inscreva se|se inscreva|não se esqueça de se inscrever|não esqueça de se inscrever|não esqueça de deixar o like|não esqueça de deixar seu like|não se esqueçam de se inscrever|não se esqueçam de deixar|deixe seu like|deixa o like|deixa seu like|ative o sininho|curta e compartilhe|se gostou|até a próxima|até o próximo|nos vemos no próximo
sottotitoli creati|sottotitoli e revisione|sottotitoli a cura|sottotitoli di|sottotitoli della comunità|sottotitoli dalla|sottotitolato da|tradotto da|traduzione di|traduzione a cura|trascrizione a cura|revisione a cura|grazie per aver guardato|grazie per aver visto|grazie per la visione|grazie per lascolto|grazie per lattenzione|grazie per averci seguito|grazie per averci|iscriviti al|iscrivetevi al|non dimenticare di iscriver|non dimenticarti di iscriver|non dimenticate di iscriver|lascia un like|lasciate un like|mettete mi piace|attiva la campanella|ci vediamo nel prossimo|ci vediamo al prossimo|alla prossima|al prossimo video|se ti è piaciuto|se vi è piaciuto
ondertitels ingediend|ondertitels door|ondertiteld door|ondertiteling door|ondertiteling tv|ondertiteling van|ondertitels van de|vertaald door|vertaling door|vertaling|tv gelderland|bedankt voor het kijken|bedankt voor het luisteren|bedankt voor jullie|bedankt dat je|dank je wel voor het kijken|dank u voor het kijken|dank voor het kijken|hartelijk dank voor|vergeet niet te abonneren|vergeet je niet te abonneren|abonneer je op|abonneer op|tot de volgende|tot in de volgende
undertexter från|undertexter av|undertexter|undertextning|textning|svensktextning|översättning av|översatt av|tack för att ni|tack för att du|tack för att ni har tittat|tack för er uppmärksamhet|glöm inte att prenumerera|prenumerera på|undertekster av|undertekster fra|teksting av|tekstet av|norske tekster|oversatt av|takk for at du|takk for at dere|takk for oppmerksomheten|ikke glem å abonnere|husk å abonnere|danske tekster af|undertekster af|tekster af|oversat af|tak fordi du|tak fordi i|tak for jeres opmærksomhet|husk at abonnere|tilmeld dig|scandinavian text service|btistudios|kiitos kun katsoit|kiitos katsomisesta|kiitos että katsoit|kiitos kuuntelusta|kiitos mielenkiinnosta|kiitos kaikille|muista tilata|tilaa kanava|tekstitys|suomennos|takk fyrir að horfa
textat av|tusen takk for|tak for at du|tak for at i|diolch yn fawr iawn am|subtitrat de|să vă mulțumim|titulky|добавил субтитры|videoyu izlediğiniz|از اینکه این|多謝您收|多谢您收|지금까지 신선한
napisy stworzone|napisy przez|napisy wykonane|napisy by|napisy pobrane|napisy zrobione|tłumaczenie|przetłumaczył|zdjęcia i montaż|zdjęcia i napisy|dziękuję za oglądanie|dziękuję za obejrzenie|dziękuję za uwagę|dziękuję za wysłuchanie|dziękujemy za oglądanie|dziękujemy za uwagę|dziękujemy za obejrzenie|dzięki za oglądanie|dzięki za obejrzenie|dziękuję wam za|zapraszam do subskry|zasubskrybuj|subskrybuj|nie zapomnij zasubskrybować|nie zapomnijcie zasubskrybować|nie zapomnijcie o subskry|zostaw łapkę|łapka w górę|do zobaczenia w|do zobaczenia następnym razem
přeložil|překlad|děkuji za pozornost|děkuji za sledování|děkuji za zhlédnutí|děkujeme za pozornost|děkujeme za sledování|díky za sledování|nezapomeňte odebírat|nezapomeňte dát odběr|nezapomeňte dát like|nezapomeňte dát lajk|odebírejte|ďakujem za pozornosť|ďakujem za sledovanie|ďakujeme za pozornosť|preložil|preklad
köszönöm a figyelmet|köszönöm hogy|köszönjük hogy|köszönjük a figyelmet|köszönöm a megtekintést|feliratok|feliratozta|fordította|iratkozz fel|iratkozzatok fel|ne felejts el feliratkozni|vă mulțumim pentru|vă mulțumesc pentru|mulțumesc pentru|mulțumim pentru|nu uitați să dați|nu uitați să vă abonați|nu uita să dai|nu uita să te abonezi|nu uita să ți dai|nu uitati sa da ti like|abonați vă|abonează te|să vă abonați|subtitrarea|subtitrare|traducerea|traducere
hvala što pratite|hvala što ste|hvala na gledanju|hvala na pažnji|hvala na pozornosti|hvala za ogled|hvala za pozornost|hvala vam što|prijevod|prevod|titlovi|ne zaboravite da se pretplatite|ne zaboravite da lajkujete|ne zaboravite se pretplatiti|pretplatite se|хвала што|хвала на пажњи|благодаря за|благодаря че|благодаря ви за|абонирайте се|субтитри|превод
izlediğiniz için|beni izlediğiniz|izlediğin için|dinlediğiniz için|altyazı|çeviri|çeviren|abone olmayı|abone olup|kanalıma abone|kanalımıza abone|beğenmeyi|videoyu beğen|like atmayı|yorum yapmayı|bir sonraki videoda|sonraki videoda|bir sonraki bölümde|sesli betimleme
субтитры|редактор субтитров|корректор|титры|перевод и озвучка|переводчик|спасибо за просмотр|спасибо за внимание|спасибо за подписку|спасибо за поддержку|спасибо что|спасибо вам за|благодарю за|подписывайтесь на|подпишитесь на|подпишись на|ставьте лайк|не забудьте подписаться|не забывайте подписываться|не забудьте поставить лайк|не забывайте ставить лайк|до встречи в следующ|увидимся в следующ|dimatorzok|игорь негода|дякую за|дякуємо за|підписуйтесь на|підпишіться на|не забудьте підписатися|ставте лайк|субтитри|переклад|редактор субтитрів
υπότιτλοι|ευχαριστώ που|ευχαριστούμε που|σας ευχαριστώ που|ευχαριστώ για την|ευχαριστούμε για την|εγγραφείτε|μην ξεχάσετε να κάνετε|μην ξεχάσετε να εγγραφείτε|μετάφραση|απόδοση διαλόγων|gràcies per|subtítols|grazas por|diolch am wylio|aitäh vaatamast|täname vaatamast|paldies par|ačiū kad|faleminderit që|asante kwa|hvala za gledanje
תודה שצפיתם|תודה על הצפייה|תודה רבה על הצפייה|תודה שצפית|תודה על ההקשבה|תודה שהקשבתם|כתוביות|תרגום|הירשמו לערוץ|אל תשכחו להירשם|אל תשכחו לעשות לייק|אל תשכחו לעשות סאבסקרייב
شكرا على المشاهدة|شكرا للمشاهدة|شكرا لمشاهد|شكرا لكم على|شكرا لمتابعت|شكرا على المتابعة|شكرا لحسن|اشتركوا في|اشترك في|اشتركوا بالقناة|لا تنسوا الاشتراك|لا تنسوا الإعجاب|لا تنسوا اللايك|لا تنسوا تفعيل|لا تنسى الاشتراك|لا تنس الاشتراك|ترجمة نانسي|ترجمة الفيديو|ترجمة وتدقيق|نانسي قنقر|المترجم للقناة|تابعونا على|نراكم في|إلى اللقاء في|ممنون که|ممنون از|ممنونم که|ممنونم از|با تشکر از|از تماشای|مرسی که|مرسی از|متشکرم که|متشکریم که|سابسکرایب|زیرنویس|ترجمه و زیرنویس|عضو کانال|شکریہ دیکھنے|دیکھنے کا شکریہ|چینل کو سبسکرائب
देखने के लिए|वीडियो देखने के लिए|वीडियो को देखने|चैनल को सब्सक्राइब|हमारे चैनल|मेरे चैनल को|सब्सक्राइब|लाइक करें|लाइक और सब्सक्राइब|उपशीर्षक|ভিডিওটি দেখার জন্য|দেখার জন্য ধন্যবাদ|চ্যানেলটি সাবস্ক্রাইব|সাবস্ক্রাইব|பார்த்ததற்கு நன்றி|చూసినందుకు ధన్యవాదాలు
terima kasih telah|terima kasih sudah|terima kasih kerana|terima kasih karena|terima kasih atas|terima kasih untuk|terima kasih banyak|terimakasih telah|terimakasih sudah|jangan lupa subscribe|jangan lupa like|jangan lupa untuk subscribe|jangan lupa untuk like|jangan lupa untuk klik|jangan lupa klik|sampai jumpa di|sampai bertemu|sari kata|subtitle oleh|alih bahasa|diterjemahkan oleh|salamat sa panonood|maraming salamat sa|huwag kalimutang
cảm ơn các bạn đã|cảm ơn các bạn|cảm ơn bạn đã|cám ơn các bạn|cảm ơn quý vị|xin cảm ơn các bạn|xin cảm ơn quý vị|hãy subscribe|hãy đăng ký|đừng quên đăng ký|đừng quên like|nhớ đăng ký|các bạn hãy đăng ký|đăng ký kênh|hẹn gặp lại các bạn|hẹn gặp lại quý vị|phụ đề|ghiền mì gõ|la la school|ขอบคุณที่|ขอบคุณสำหรับ|ขอบคุณทุกท่าน|ขอบคุณผู้ชม|โปรดติดตาม|อย่าลืมกด|กดไลค์|กดติดตาม|กดซับ|ฝากกด|แล้วพบกันใหม่|พบกันใหม่|คำบรรยายโดย|ซับไตเติ้ล
请不吝|請不吝|请点赞|請點讚|点赞订阅|點讚訂閱|点赞关注|订阅转发|訂閱轉發|订阅我的|訂閱我的|请订阅|請訂閱|欢迎订阅|歡迎訂閱|记得订阅|記得訂閱|记得点赞|別忘了訂閱|別忘了按|別忘了點|别忘了订阅|别忘了点赞|喜欢的话请|打赏支持|打賞支持|明镜与点点|明鏡與點點|字幕由|字幕志愿者|字幕志願者|字幕提供|字幕制作|字幕製作|字幕组|字幕組|字幕翻译|字幕by|字幕校对|中文字幕|由amara|社群提供的字幕|翻译|翻譯|校对|听译|聽譯|谢谢观看|謝謝觀看|谢谢收看|謝謝收看|谢谢大家观看|谢谢大家收看|谢谢大家的|謝謝大家收看|谢谢您的观看|谢谢您的收看|感谢观看|感謝觀看|感谢收看|感謝收看|感谢您的|感謝您的|感谢大家|感謝大家|感谢聆听|谢谢聆听|多谢您的|多謝您的|多谢观看|多謝收看|我们下期|我們下期|下期节目再见|本期视频|本期节目|今天的视频|今天的影片|这期视频|以上就是|以上是今天|以下是普通话|优优独播|優優獨播|独播剧场|yoyotelevision|yoyoenglish|小编|词曲|作词|作詞|编曲
ご視聴|ご清聴|ご覧いただき|ご覧頂き|ご覧くださり|最後までご|最後まで見て|最後まで視聴|最後まで聞い|見てくれて|見ていただき|聞いてくれて|視聴ありがとう|チャンネル登録|高評価|グッドボタン|コメント欄|次の動画|次回の動画|次の映像でお会い|また次の動画|また次回|次回もお楽しみ|次回お楽しみ|それではまた次|ではまた次|この動画が|この番組は|この作品は|提供は|字幕提供|字幕作成|字幕協力|字幕:|字幕 |翻訳|byh
시청해|시청 해|시청하신|끝까지 시청|끝까지 봐|봐주셔서|봐 주셔서|시청자 여러분|구독과|구독 좋아요|구독 부탁|구독을|구독하고|구독해|좋아요와|좋아요 구독|알림 설정|알림설정|다음 영상에서|다음 비디오|다음 시간에|다음 주에|오늘 영상|오늘도 시청|오늘도 감사|mbc뉴스|mbc 뉴스|엠비씨|kbs뉴스|kbs 뉴스|sbs뉴스|sbs 뉴스|ytn|jtbc뉴스|연합뉴스|뉴스데스크|지금까지 뉴스|지금까지 시청|문화방송|한글자막|한글 자막|자막 제공|자막제공|자막 by|자막by|자막 제작|번역|이 영상은 유료|이 영상은 유료광고|영상편집|배달의민족
`;

/**
 * Entries of the list that people also say on their own. They count as speech if the voice lasted about as long as they
 * take to say.
 */
const ANSWERS = `
ok|okay|yes|yeah|yep|no|right|alright|all right|what|hey|sorry|music|applause|laughter|sound|sounds|static|bell rings|clapping|laughing|sighs|foreign
ja|nein|musik|applaus|beifall|gelächter|lachen|oui|non|ouais|musique|applaudissements|rires|sí|música|aplausos|risas|sim|não|risos|sì|musica|applausi|risate
nee|muziek|gelach|applåder|skratt|musikk|latter|tak|nie|muzyka|brawa|śmiech|hudba|potlesk|smích|zene|taps|nevetés|muzică|aplauze|glazba|muzika|pljesak
evet|hayır|müzik|alkış|kahkaha|да|нет|музыка|аплодисменты|смех|музика|оплески|сміх|μουσική|γέλια|מוזיקה|צחוק|نعم|لا|موسيقى|ضحك|موسیقی|خنده|हाँ|संगीत|हँसी
ya|vâng|âm nhạc|nhạc|ดนตรี|เพลง|好|好的|是|对|音乐|音樂|掌声|掌聲|笑声|笑聲|大笑|はい|うん|音楽|拍手|笑い|네|예|음악|박수|웃음
`;
/** Seconds of voice. Music and noise that sound like a voice last longer. */
const MAX_ANSWER_SECONDS = 1.6;

const entriesOf = (lines: string) => lines.split(/[|\n]/).map(keyOf).filter(Boolean);

/** Maximum folded length of a line with a stock beginning; a longer one is a description. */
const MAX_LENGTH_OF_A_LINE = 80;
/** Folding removes punctuation and spaces, but rarely more than this. */
const LONGEST_UNFOLDED = 4 * MAX_LENGTH_OF_A_LINE;
/** URLs appear in credits; people don't say them. */
const ADDRESS = /\bwww\.|https?:|[\p{L}\d-]\.(org|com|net|de|fr|info|tv|ru|co\.\w\w)\b/iu;
/** "SWR 2021", "WDR mediagroup GmbH im Auftrag des WDR", "© BF-WATCH TV 2021". */
const BROADCASTER =
  /^©|^\(c\)|^(SWR|WDR|NDR|ZDF|ARD|ORF|SRF|BR|MDR|RBB|HR|BBC|TV)\b.{0,20}(\d{4}\W*$|im Auftrag)/u;

let lists:
  | { whole: Set<string>; answers: Set<string>; beginnings: string[]; giveaways: string[] }
  | undefined;

/** Built on first use, so that pages and servers start faster. */
function getLists() {
  lists ??= {
    whole: new Set(entriesOf(WHOLE)),
    answers: new Set(entriesOf(ANSWERS)),
    beginnings: entriesOf(BEGINNINGS),
    giveaways: entriesOf(GIVEAWAYS),
  };
  return lists;
}

/** Anywhere in a short line: names of subtitle authors, and calls to subscribe. */
const GIVEAWAYS = `
amara org|dimatorzok|subscribe to my channel|subscribe to this channel|チャンネル登録|ご視聴ありがとう|구독과 좋아요|订阅|訂閱|点赞|點讚|明镜|明鏡
`;
/** Filler words before such a line. */
const OPENERS =
  /^((and|so|ok|okay|all right|alright|well|now|oh|anyway|und|so|also|gut|et|bon|alors|voilà|y|bueno|e|então|allora|dobra|ну|и|так) )+(?=.)/u;

/** True if the sentence is a word or two that someone really said, rather than a description of music or noise. */
export function isSpokenAnswer(sentence: string, spokenSeconds: number): boolean {
  return spokenSeconds > 0 && spokenSeconds <= MAX_ANSWER_SECONDS && getLists().answers.has(keyOf(sentence));
}

/** True if speech models are known to invent this sentence. */
export function isStockPhrase(sentence: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(sentence)) return true;
  const isCredit = () => ADDRESS.test(sentence) || BROADCASTER.test(sentence.trim());
  if (sentence.length > LONGEST_UNFOLDED) return isCredit();
  const key = fold(sentence).replace(OPENERS, '').replaceAll(' ', '');
  if (key === '') return true;
  const { whole, beginnings, giveaways } = getLists();
  if (whole.has(key) || isCredit()) return true;
  if (key.length > MAX_LENGTH_OF_A_LINE) return false;
  return (
    beginnings.some((beginning) => key.startsWith(beginning)) || giveaways.some((part) => key.includes(part))
  );
}
