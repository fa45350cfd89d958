import { m } from '../../modules/kit/texts/m.ts';
import { joinSentences } from '../../modules/kit/texts/sentences.ts';
import type { Credentials } from './check-messages.ts';
import { answered, type Findings, isUnasked } from './check-state.ts';
import { isFromCamera, isSourceOfAi, sourceWords } from './source-words.ts';

/** The outcome in plain words. */
export interface Verdict {
  /** `good`: it is what it claims to be; `changed`: it isn't; `plain`: unknown */
  tone: 'good' | 'changed' | 'plain';
  title: string;
  text: string;
}

/**
 * The strongest evidence first: a broken seal, our own log, a damaged signature, a valid one, the pixels, then mere
 * claims.
 */
export function verdictOf(findings: Findings): Verdict {
  const { credentials, credentialsFault, watermark, xmp } = findings;
  const inPixels = answered(findings.byWatermark);
  const exact = answered(findings.byHash);
  const camera = isFromCamera(findings) && m.watermark_check_verdict_camera();
  const stillOurs = inPixels?.known === true && m.watermark_check_verdict_still_ours();

  if (credentials?.state === 'changed') {
    return {
      tone: 'changed',
      title: m.watermark_check_verdict_changed_title(),
      text: sentences(changedSince(credentials), stillOurs),
    };
  }
  if (exact?.known) {
    return {
      tone: 'good',
      title: madeHere(exact.ai),
      text: sentences(
        m.watermark_check_verdict_exact(),
        credentials?.isOwn === true && m.watermark_check_verdict_exact_signed(),
        camera,
      ),
    };
  }
  if (credentials?.state === 'broken' || credentialsFault === 'damaged') {
    return {
      tone: 'changed',
      title: m.watermark_check_verdict_broken_title(),
      text: sentences(m.watermark_check_verdict_broken(), stillOurs),
    };
  }
  if (credentials?.isOwn) {
    const ai = credentials.sourceType === null ? true : isSourceOfAi(credentials.sourceType);
    return { tone: 'good', title: madeHere(ai), text: sentences(m.watermark_check_verdict_own(), camera) };
  }
  if (credentials) {
    const { sourceType, isKnown } = credentials;
    return {
      tone: isKnown ? 'good' : 'plain',
      title: signedTitle(credentials),
      text: sentences(
        sourceType !== null && m.watermark_check_verdict_says({ source: sourceWords(sourceType) }),
        !isKnown && m.watermark_check_verdict_stranger(),
        stillOurs,
      ),
    };
  }
  if (inPixels?.known) {
    const text = credentialsFault
      ? m.watermark_check_verdict_pixels_unread()
      : xmp
        ? m.watermark_check_verdict_pixels_signature()
        : m.watermark_check_verdict_pixels_metadata();
    return { tone: 'good', title: madeHere(inPixels.ai), text: sentences(text, camera) };
  }
  if (watermark) {
    return {
      tone: 'plain',
      title: m.watermark_check_verdict_mark_title(),
      text: inPixels ? m.watermark_check_verdict_mark_unknown() : m.watermark_check_verdict_mark_unasked(),
    };
  }
  if (xmp) {
    return {
      tone: 'plain',
      title: m.watermark_check_verdict_words_title({ source: sourceWords(xmp.sourceType) }),
      text: m.watermark_check_verdict_words(),
    };
  }
  return nothingFound(findings);
}

function nothingFound(findings: Findings): Verdict {
  const { credentialsFault, hasPixels, isHalfRead } = findings;
  return {
    tone: 'plain',
    title: m.watermark_check_verdict_nothing_title(),
    text: sentences(
      m.watermark_check_verdict_nothing(),
      Boolean(credentialsFault) && m.watermark_check_verdict_unread_credentials(),
      hasPixels === false && m.watermark_check_verdict_unread_pixels(),
      isHalfRead === true && m.watermark_check_verdict_unread_half(),
      isUnasked(findings) && m.watermark_check_verdict_unread_site(),
    ),
  };
}

const sentences = (...parts: (string | false)[]): string => joinSentences(parts);

const madeHere = (ai: boolean | null): string =>
  ai ? m.watermark_check_verdict_made_by_ai() : m.watermark_check_verdict_made_by_program();

function changedSince({ isOwn, isKnown, issuer, name }: Credentials): string {
  if (isOwn) return m.watermark_check_verdict_changed_own();
  const who = issuer ?? name;
  if (who === null) return m.watermark_check_verdict_changed_nameless();
  return isKnown
    ? m.watermark_check_verdict_changed({ name: who })
    : m.watermark_check_verdict_changed_claimed({ name: who });
}

/** Unknown signers choose their own names, so those are quoted. */
function signedTitle({ isKnown, issuer, name }: Credentials): string {
  const who = issuer ?? name;
  if (who === null) return m.watermark_check_verdict_signed_nameless_title();
  return isKnown
    ? m.watermark_check_verdict_signed_title({ name: who })
    : m.watermark_check_verdict_signed_claimed_title({ name: who });
}
