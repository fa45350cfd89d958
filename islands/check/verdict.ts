import type { Credentials } from './check-messages.ts';
import { answered, type Findings, isUnasked } from './check-state.ts';
import { isSourceOfAi, sourceWords } from './source-words.ts';

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
  const stillOurs = inPixels?.known
    ? ' A mark of ours is still in its pixels: it began as a dream from here.'
    : '';

  if (credentials?.state === 'changed') {
    return {
      tone: 'changed',
      title: 'Changed since it was signed',
      text: `${signedBy(credentials)}, but what it shows or says is not what was signed any more.${stillOurs}`,
    };
  }
  if (exact?.known) {
    const signed = credentials?.isOwn ? ' It is signed by this site, and unchanged since.' : '';
    return {
      tone: 'good',
      title: madeHere(exact.ai),
      text: `The file as it was made, byte for byte.${signed}`,
    };
  }
  if (credentials?.state === 'broken' || credentialsFault === 'damaged') {
    return {
      tone: 'changed',
      title: 'Its signature doesn’t hold',
      text: `It carries content credentials that are damaged or not valid. Don’t rely on what they say.${stillOurs}`,
    };
  }
  if (credentials?.isOwn) {
    const ai = credentials.sourceType === null ? true : isSourceOfAi(credentials.sourceType);
    return { tone: 'good', title: madeHere(ai), text: 'Signed by this site, and unchanged since.' };
  }
  if (credentials) {
    const says = credentials.sourceType ? ` It says of itself: ${sourceWords(credentials.sourceType)}.` : '';
    const stranger = credentials.isKnown
      ? ''
      : ' This site doesn’t know the signer: anybody can sign with any name.';
    return {
      tone: credentials.isKnown ? 'good' : 'plain',
      title: `${signedBy(credentials)}, unchanged since`,
      text: `${says}${stranger}${stillOurs}`.trim(),
    };
  }
  if (inPixels?.known) {
    const rest = credentialsFault
      ? 'its signature could not be looked at'
      : `the ${xmp ? 'signature' : 'metadata'} is gone`;
    return {
      tone: 'good',
      title: madeHere(inPixels.ai),
      text: `A mark of ours was found in the pixels, though ${rest}. Apart from that it may have been changed.`,
    };
  }
  if (watermark) {
    return {
      tone: 'plain',
      title: 'A mark was found in the pixels',
      text: inPixels
        ? 'But nothing with its number was made here. It may come from another place that runs the same program.'
        : 'This site could not be asked whether it is one of ours.',
    };
  }
  if (xmp) {
    return {
      tone: 'plain',
      title: `It says: ${sourceWords(xmp.sourceType)}`,
      text: 'Its metadata says so, without a signature. Anybody can write that, and anybody can take it away.',
    };
  }
  return nothingFound(findings);
}

function nothingFound(findings: Findings): Verdict {
  const { credentialsFault, hasPixels, isHalfRead } = findings;
  const unread = [
    ...(credentialsFault ? ['its content credentials could not be looked at'] : []),
    ...(hasPixels === false ? ['its pixels could not be read'] : []),
    ...(isHalfRead ? ['its pixels could be searched for one of two watermarks only'] : []),
    ...(isUnasked(findings) ? ['this site could not be asked about it'] : []),
  ];
  return {
    tone: 'plain',
    title: 'No mark found',
    text: `That doesn’t prove that a person made it: marks can be removed, and many programs write none.${
      unread.length > 0 ? ` And not everything could be looked at: ${unread.join(', and ')}.` : ''
    }`,
  };
}

const madeHere = (ai: boolean | null): string => (ai ? 'Made by AI, here' : 'Made by a program, here');

/** A stranger's name is only their own claim. */
function signedBy({ isOwn, isKnown, issuer, name }: Credentials): string {
  if (isOwn) return 'Signed by this site';
  const who = issuer ?? name;
  if (who === null) return 'Signed by a certificate without a name';
  return isKnown ? `Signed by ${who}` : `Signed as “${who}”`;
}
