import { EMBED_LINE } from '../contract/embed-code.ts';

/** Inside the page, because a sandboxed frame may not load our style sheets. */
export const EMBED_STYLE = `
:root{color-scheme:dark;font:400 14px/1.3 system-ui,sans-serif;background:#0e0b14;color:#f2eef8}
*{box-sizing:border-box}
:lang(ja){word-break:auto-phrase}
body{margin:0;height:100vh;height:100dvh;display:flex;flex-direction:column}
main{flex:1;min-height:0;display:grid;place-items:center;background:#000}
main>*{grid-area:1/1}
main p{margin:0;padding:16px;max-width:40ch;text-align:center;color:#c9c1d6;text-wrap:balance}
video,canvas{width:100%;height:100%;min-height:0;display:block;object-fit:contain}
canvas[data-covered]{opacity:.25;filter:blur(12px)}
footer{flex:none;height:${EMBED_LINE}px;display:flex;align-items:center;gap:12px;padding:0 12px}
a{flex:1;min-width:0;line-height:${EMBED_LINE}px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-align:match-parent;text-align:-webkit-match-parent;color:inherit;font-weight:600;text-decoration:none}
a:hover{text-decoration:underline}
:focus-visible{outline:2px solid #c9a2ff;outline-offset:-2px}
small{flex:none;max-width:60%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:12px;color:#c9c1d6}
`.trim();
