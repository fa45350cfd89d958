import { expect, test } from 'vitest';
import { inLocale } from '../../kit/texts/locale.ts';
import { compileFault } from './compile-fault.ts';

test.each([
  ['the disk has no space for the video', '磁盘没有空间存放视频'],
  ['compiling took longer than 120 s and was stopped', '合成超过 120 秒，已停止'],
  [
    'the compile process was stopped by SIGKILL, probably because memory ran out: it needs 600 MB in addition to the server',
    '合成进程被 SIGKILL 停止，可能是内存不足：除服务器外，它还需要 600 MB',
  ],
  ['the compile process was stopped by SIGTERM', '合成进程被 SIGTERM 停止'],
  ['the compile process ended with exit code 1: {"a"}', '合成进程已结束：exit code 1: {"a"}'],
  ['dreams/d/video arrived incomplete: 0 of 9 bytes', 'dreams/d/video 未完整到达：0 of 9 字节'],
  ['moov atom not found', 'moov atom not found'],
])('“%s” is shown as “%s”', (stored, shown) => {
  expect(inLocale('zh-CN', () => compileFault(stored))).toBe(shown);
  expect(compileFault(stored)).toBe(stored);
});
