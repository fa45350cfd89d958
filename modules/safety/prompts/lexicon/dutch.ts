import type { WordList } from './word-list.ts';

export const dutch: WordList = {
  minor: `~kind, kinderen, kindje/s, kindjes, kleuter/s, peuter/s, minderjarig*, meisje/s, meisjes, jongetje/s, schoolmeisje/s, schoolkind/eren, schooljongen/s, scholier/e/en, tiener/s, baby/s, zuigeling/en, puber/s, leerling/en`,
  young: '~jongen/s',
  adult: `vrouw/en, man, mannen, mensen, mens, dame/s, heer, heren, stel, koppel, persoon, personen, moeder/s, vader/s, model, modellen, actrice/s, acteur/s, juf, buurvrouw/en, buurman`,
  bare: `naakt/e, halfnaakt/e, poedelnaakt/e, spiernaakt/e, bloot, ontbloot/e, ontblote, uitgekleed/e, ongekleed/e, naaktheid, naaktfoto/s, zonder kleren, zonder kleding, topless, erotisch/e, erotiek, blote borsten, blote billen, blote kont, blote lijf, ~blote`,
  alluring: `opwindend/e, verleidelijk/e, geil/e, wulps/e, in ondergoed, in lingerie, sexy, sensueel, sensuele`,
  undress: `kleed haar uit, kleed hem uit, kleedt zich uit, kleden zich uit, uitkleden, uitgekleed, kleren uit, trekt haar kleren uit, trekt zijn kleren uit, trek haar kleren uit, verwijder haar kleren, verwijder de kleren, verwijder kleding, verwijder haar kleding, ontkleed/t, ontkleden`,
  explicit: `~seks, seksscène/s, seksueel, seksuele, porno, pornografie, pornografisch/e, geslachtsgemeenschap, geslachtsdeel, geslachtsdelen, orgasme/s, masturb*, orale seks, anale seks, pijpbeurt, vingeren, aftrekken seks`,
  sexual: `verkracht*, neuken, neukt, geneukt, misbruik*, aanranding*, borsten, tieten, kut, pijpen haar, hoer/en, prostituee/s, incest, ontucht`,
  abuse: `kinderporno*, kindermisbruik*, kinderseks, seks met kinderen, seks met minderjarigen, seks met een kind`,
  harmless: `naakte bomen, naakte takken, naakte rotsen, naakte rots, naakte waarheid, naakte slak/ken, naaktslak/ken, blote voeten, blote oog, blote handen, blote hemel, blote armen, blote benen, blote knieën, bloot hoofd, met blote, in de blote lucht, naakte muur, naakte muren, naakte berg, naakte bergen, naakte keizer, keizer is naakt, naakte koning, naakte molrat/ten,
    six seks, zes seks, vijf seks, fem seks, seks zeven, seks sju, seks syv, seks ar, pa seks, vier vijf seks, seksuele voorlichting, seksuele opvoeding, seksuele gezondheid, seksuele voortplanting, zelfde geslacht, machtsmisbruik, kippenborsten, eendenborsten`,
  link: `een, de, het, van, twee, drie, vier, enkele, veel, mijn, jouw, zijn, haar, hun, onze, is, was, waren, wordt, worden, heel, erg, helemaal, volledig, totaal, bijna, half, klein/e, kleine, lief, lieve, mooi/e, jong/e, liggend/e, staand/e, spelend/e, dansend/e, nu, die, dat, deze, dit, met, foto/s, beeld/en, afbeelding/en, scène/s, tekening/en, video/s, lichaam, huid`,
  gap: `in, op, aan, bij, naast, achter, voor, onder, boven, over, tussen, door, uit, naar, te, tot, zonder, om, terwijl, als, waar, maar, of, tegen, langs`,
  clothes: 'kleding, kleren, jurk, aangekleed, ondergoed, broek, rok',
  pronoun: 'zij, ze, hij, hem, hen, zich',
  real: `deze foto, op de foto, op het beeld, deze persoon, deze vrouw, deze man, mijn vriendin, mijn vriend, mijn ex, mijn vrouw, mijn man, mijn moeder, mijn vader, mijn zus, mijn broer, mijn dochter, mijn zoon, mijn buurvrouw, mijn buurman, mijn lerares, mijn juf, mijn collega, mijn klasgenoot, mijn baas, bekende nederlander/s, minister president, echte persoon`,
};
