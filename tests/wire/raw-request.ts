import { connect } from 'node:net';

/** None of our responses takes longer. */
const TIMEOUT_MS = 5_000;

export interface RawAnswer {
  /** null if the connection closed without a response */
  status: number | null;
  headers: Map<string, string>;
  body: string;
}

/** Sends bytes unchanged and reads the first response, until it's complete or the connection ends. */
export function rawRequest(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const settle = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(readAnswer(heard));
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end of the answer: ${heard.slice(0, 500)}`));
    }, TIMEOUT_MS);
    socket.setEncoding('latin1').on('data', (text: string) => {
      heard += text;
      if (isComplete(heard)) settle();
    });
    socket.on('close', settle);
    socket.on('error', settle);
  });
}

function readAnswer(heard: string): RawAnswer {
  const [head = '', ...rest] = heard.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const status = Number(first.split(' ')[1]);
  return { status: status || null, headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

/** True for a complete response; connections that stay open declare its length. */
function isComplete(heard: string): boolean {
  if (!heard.includes('\r\n\r\n')) return false;
  const { headers, body } = readAnswer(heard);
  if (headers.get('connection') === 'close') return false;
  const length = headers.get('content-length');
  return length !== undefined && body.length >= Number(length);
}
