import { expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';

/** Sound descriptions in all kinds of brackets, thanks and goodbyes, ends of videos, credits, loops. */
const MADE_UP = `
. | … | 。 | [BLANK_AUDIO] | [blank_audio | (wind blowing) | *music* | ♪ | ♪♪♪ | ♪ la la la ♪ | ♪ la la la
🎵 🎶 | （音楽） | ［音楽］ | 【拍手】 | 〔笑い声〕 | 《음악》 | 〈박수〉 | ｛noise｝ | 「音楽」 | «Музыка» | ＊拍手＊ | ＜音楽＞ | ｢音楽｣ | „Musik“
﴿موسيقى﴾ | <music> | ⟨noise⟩ | <|nospeech|> | [Musik] [Applaus] | (Music) [BLANK_AUDIO] | - [music] | ((music))
ＭＵＳＩＣ | MUSIC. | Música | MÚSICA | Musique | Музыка | müzik | MÜZİK | Applause! | АПЛОДИСМЕНТЫ | silence
Thank you. | Thank you very much. | Thank you so much! | THANK YOU | Thanks. | you | You. | Bye. | Bye-bye. | Okay.
Thank you. Bye. | Vielen Dank. | Danke schön. | Merci. | Gracias. | Obrigado. | Grazie. | Dziękuję. | Teşekkürler.
Спасибо. | Дякую! | Ευχαριστώ. | תודה רבה | شكرا | धन्यवाद। | ขอบคุณครับ | Cảm ơn. | Terima kasih.
谢谢大家 | 謝謝。 | ありがとうございました。 | 감사합니다. | Tack. | Takk. | Tak. | Kiitos. | Děkuji. | Köszönöm. | Hvala.
Thanks for watching! | Thank you for watching. | Thanks for watching, and I’ll see you next time. | Thank you so much for joining us.
Please subscribe to my channel. | Like and subscribe! | Don't forget to like and subscribe. | I'll see you in the next video. | To be continued...
Thanks for watching! Please subscribe. Bye! | Vielen Dank fürs Zuschauen! | Bis zum nächsten Mal. | Danke, dass ihr dabei wart.
Merci d'avoir regardé cette vidéo ! | Abonnez-vous ! | N’oubliez pas de vous abonner à la chaîne. | ¡Gracias por ver el video! | ¡Suscríbete al canal!
Obrigado por assistir! | Inscreva-se no canal. | Grazie per la visione! | Iscrivetevi al canale. | Bedankt voor het kijken! | Tack för att ni tittade.
Takk for at du så på. | Tak fordi du så med. | Kiitos kun katsoit! | Dziękuję za oglądanie. | Děkuji za pozornost. | Köszönöm a figyelmet!
Vă mulțumim pentru vizionare! | Hvala što pratite kanal. | Спасибо за просмотр! | Подписывайтесь на мой канал. | Продолжение следует...
Дякую за перегляд! | İzlediğiniz için teşekkür ederim. | IZLEDIGINIZ ICIN TESEKKURLER | Abone olmayı unutmayın. | Ευχαριστώ που παρακολουθήσατε!
شكرا على المشاهدة | شُكْرًا عَلَى المُشَاهَدَة | اشتركوا في القناة | תודה שצפיתם | देखने के लिए धन्यवाद | ขอบคุณที่รับชม
Terima kasih telah menonton! | Hãy subscribe cho kênh Ghiền Mì Gõ để không bỏ lỡ những video hấp dẫn | Cảm ơn các bạn đã theo dõi.
请不吝点赞 订阅 转发 打赏支持明镜与点点栏目 | 謝謝觀看，下次再見。 | 感谢收看 | ご視聴ありがとうございました
チャンネル登録をお願いいたします。 | ﾁｬﾝﾈﾙ登録お願いします | 시청해주셔서 감사합니다. | 구독과 좋아요 부탁드립니다! | MBC 뉴스 이덕영입니다. | KBS 뉴스 김철수입니다
Subtitles by the Amara.org community | Transcribed by https://otter.ai | Transcription by CastingWords | Captions by GetTranscribed.com | www.moviewavs.com
Untertitel der Amara.org-Community | Untertitel im Auftrag des ZDF für funk, 2017 | Untertitelung des ZDF, 2020 | SWR 2021 | Copyright WDR 2021
Sous-titres réalisés par la communauté d'Amara.org | Sous-titrage ST' 501 | Sous-titrage Société Radio-Canada | ❤️ par SousTitreur.com
Subtítulos realizados por la comunidad de Amara.org | Legendas pela comunidade Amara.org | Legenda Adriana Zanotto | Sottotitoli e revisione a cura di QTSS
Ondertitels ingediend door de Amara.org gemeenschap | TV GELDERLAND 2021 | Undertexter från Amara.org-gemenskapen | Textning Stina Hedin www.btistudios.com
Undertekster av Ai-Media | Danske tekster af Jesper Buhl Scandinavian Text Service 2018 | Napisy stworzone przez społeczność Amara.org | Titulky vytvořil JohnyX
Субтитры сделал DimaTorzok | Редактор субтитров А.Семкин Корректор А.Егорова | Altyazı M.K. | Υπότιτλοι AUTHORWAVE | ترجمة نانسي قنقر
字幕由Amara.org社区提供 | 中文字幕志愿者 杨栋梁 | 優優獨播劇場——YoYo Television Series Exclusive | 字幕提供 | 한글자막 by 한효정 | כתוביות עלי אבוחסן
Thank you. Thank you. Thank you. | Thank you, thank you | Music Music Music | so so so so | no no no no no no | はいはいはい
Let's go. Let's go. Let's go. | I'm going to be a bad person, I'm going to be a bad person, I'm going to be a bad person, I'm going
我会上课我会上课我会上课 | ご視聴ありがとうございました ご視聴ありがとうございました
`;

test.each(['', ...MADE_UP.trim().split(/ \| |\n/)])('%j is a hallucination', (text) => {
  expect(readTranscript(text)).toBe('');
});

test.each([
  'a castle above the sea',
  'A woman says thank you to a fox.',
  'a thank you card on a wooden table',
  'Thank you notes falling like snow.',
  'music in a moonlit garden',
  'people dancing to loud music',
  'the sound of silence as a landscape',
  'a sign that reads "subscribe"',
  'you and me on a boat',
  'faster, faster, faster!',
  'a very, very, very high tower',
  'Goodbye city, hello mountains.',
  'Ein Schloss über dem Meer, im Hintergrund Musik.',
  'Danke schön steht auf einem Schild.',
  'une boîte à musique sur la plage',
  'une fête avec beaucoup de musique et de rires',
  'una ciudad en silencio bajo la luna',
  'музыка льётся над рекой',
  '下雨的城市，街上有音乐',
  '夕暮れの海と白い船',
  '「桜」の木の下で踊る',
  '비 내리는 도시의 밤',
  'قلعة فوق البحر',
  'a wind over the desert',
  'Wind.',
  'funk music from 1970',
  'Subtitles over a black and white film',
])('%j is a prompt', (text) => {
  expect(readTranscript(text)).toBe(text);
});

test.each([
  ['[music] A castle above the sea.', 'A castle above the sea.'],
  ['A castle above the sea. Thank you for watching!', 'A castle above the sea.'],
  ['Thank you. A castle above the sea.', 'A castle above the sea.'],
  ['A castle (wind blowing) above the sea', 'A castle above the sea'],
  ['♪ la la ♪ a red boat', 'a red boat'],
  ['a castle by the sea by the sea by the sea by the sea', 'a castle by the sea'],
  ['夕暮れの海。ご視聴ありがとうございました。', '夕暮れの海。'],
])('keeps only the spoken words of %j', (text, said) => {
  expect(readTranscript(text)).toBe(said);
});

test('drops words that don’t fit into the duration of speech', () => {
  const words =
    'The weather tomorrow will be sunny with some clouds in the evening and light wind from the west.';
  expect(readTranscript(words, 0.4)).toBe('');
  expect(readTranscript(words, 4)).toBe(words);
  expect(readTranscript('今天天气很好我们一起去公园散步吧', 0.4)).toBe('');
  expect(readTranscript('夜の海', 0.5)).toBe('夜の海');
  expect(readTranscript('a red boat', 0.4)).toBe('a red boat');
  expect(readTranscript('a red boat', 0)).toBe('');
});

test.each(['ok', 'OK.', 'No.', 'yes', 'Music.', 'Nein!', 'はい', '音楽', 'Да', '5.'])(
  '%j is a prompt if speech was heard',
  (text) => {
    expect(readTranscript(text, 0.5)).toBe(text);
  },
);

test.each([
  ['ok', undefined],
  ['ok', 0],
  ['Music.', 6],
  ['[Music]', 0.5],
  ['Silence.', 0.5],
  ['[BLANK_AUDIO]', 0.5],
  ['Thank you.', 0.5],
  ['no no no no no no', 0.5],
])('%j in %j s of speech isn’t', (text, seconds) => {
  expect(readTranscript(text, seconds)).toBe('');
});
