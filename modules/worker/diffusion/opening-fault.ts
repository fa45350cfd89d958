import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** ONNX Runtime's messages about truncated files and files that aren't graphs. */
const CUT_OFF =
  /external data|external_data|out of bounds|out of range|protobuf parsing failed|unexpected end|file size|bytes from|ModelProto|mmap|end of file/i;
const LINE_MAX = 160;

/** Explains why a graph can't be opened, naming its files, which are often half copied. */
export async function openingFault(graph: string, device: string, said: string): Promise<string> {
  const why = `${graph} can’t be opened on ${device}`;
  const [line = ''] = said.split('\n', 1);
  if (!CUT_OFF.test(said)) return `${why}: ${line.slice(0, LINE_MAX)}`;
  const files = [basename(graph), ...(await dataBeside(graph))];
  const sizes = await Promise.all(
    files.map(async (name) => {
      const file = await stat(join(dirname(graph), name)).catch(() => null);
      return `${name} (${file ? `${file.size} bytes` : 'missing'})`;
    }),
  );
  return `${why}: it is cut off or damaged, or what lies beside it. Compare the sizes with where it came from, and copy it again: ${sizes.join(', ')}`;
}

async function dataBeside(graph: string): Promise<string[]> {
  const names = await readdir(dirname(graph)).catch((): string[] => []);
  return names.filter((name) => /data(?:_\d+)?$|\.bin$|\.weights?$|\.pb$/.test(name));
}
