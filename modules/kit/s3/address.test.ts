import { describe, expect, test } from 'vitest';
import { bucketOrigin, objectUrl, parseS3Address, placeOf, type S3Address } from './address.ts';

const read = (text: string) => parseS3Address(text) as S3Address;

describe('STORAGE_URL', () => {
  test('without an endpoint is Amazon’s, with the bucket in the host’s name', () => {
    const address = read('s3://dreams?region=eu-central-1');
    expect(address).toMatchObject({ bucket: 'dreams', prefix: '', region: 'eu-central-1', leaving: false });
    expect(objectUrl(address, 'a/b.mp4').href).toBe('https://dreams.s3.eu-central-1.amazonaws.com/a/b.mp4');
    expect(objectUrl(address).href).toBe('https://dreams.s3.eu-central-1.amazonaws.com/');
    expect(bucketOrigin(address)).toBe('https://dreams.s3.eu-central-1.amazonaws.com');
    expect(placeOf(address)).toBe('s3://dreams');
  });

  test('with an endpoint has the bucket in the path, unless it says otherwise', () => {
    const address = read('s3://dreams/our/place/?endpoint=http://127.0.0.1:9000');
    expect(objectUrl(address, 'a/b.mp4').href).toBe('http://127.0.0.1:9000/dreams/our/place/a/b.mp4');
    expect(objectUrl(address).href).toBe('http://127.0.0.1:9000/dreams');
    expect([bucketOrigin(address), placeOf(address), address.region]).toEqual([
      'http://127.0.0.1:9000',
      's3://dreams/our/place',
      'us-east-1',
    ]);
    const hosted = read('s3://dreams?endpoint=https://s3.example.org&style=host&leaving=on');
    expect(objectUrl(hosted, 'a').href).toBe('https://dreams.s3.example.org/a');
    expect(hosted.leaving).toBe(true);
  });

  test.each([
    ['https://dreams', 'must look like s3://'],
    ['s3://', 'has no valid bucket name'],
    ['s3://Dreams_Bucket', 'has no valid bucket name'],
    ['s3://key:secret@dreams', 'must not contain the keys'],
    ['s3://dreams/a b', 'has a prefix with characters other'],
    ['s3://dreams/../a/.b', 'has a prefix with characters other'],
    ['s3://dreams?endpoint=minio:9000', 'has an invalid endpoint'],
    ['s3://dreams?endpoint=http://minio:9000/path', 'has an invalid endpoint'],
    ['s3://dreams?style=odd', 'must have style='],
    ['s3://dreams?leaving=yes', 'must have leaving='],
    ['s3://dreams?regoin=eu', 'may only have endpoint, region, style'],
  ])('%s is rejected with a reason', (text, words) => {
    expect(parseS3Address(text)).toMatch(words);
    expect(parseS3Address(text)).not.toContain('secret@');
  });
});
